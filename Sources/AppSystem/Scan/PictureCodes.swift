import CoreImage
import ECallFlows
import Foundation

enum PictureCodes {
    static func read(_ picture: Data) -> ScanFlow.Picture {
        let options: [String: Any] = [CIDetectorAccuracy: CIDetectorAccuracyHigh]
        guard let image = CIImage(data: picture),
            let detector = CIDetector(ofType: CIDetectorTypeQRCode, context: nil, options: options)
        else { return .unreadable }
        return .codes(detector.features(in: image).compactMap { ($0 as? CIQRCodeFeature)?.messageString })
    }
}
