public import Foundation

/// A picture. This one reads pictures of a test: the texts of their codes, a line each, below "picture".
public final class CIImage {
    let codes: [String]

    public init?(data: Data) {
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.first == "picture" else { return nil }
        codes = Array(lines.dropFirst())
    }

    init(code: String) { codes = [code] }

    public var extent: CGRect { CGRect(x: 0, y: 0, width: 29, height: 29) }
}

public class CIFeature {}

public final class CIQRCodeFeature: CIFeature {
    public let messageString: String?

    init(_ text: String?) { messageString = text }
}

public let CIDetectorTypeQRCode = "CIDetectorTypeQRCode"
public let CIDetectorAccuracy = "CIDetectorAccuracy"
public let CIDetectorAccuracyHigh = "CIDetectorAccuracyHigh"

public final class CIContext {
    public init() {}

    public func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
        image.codes.first.map { CGImage($0) }
    }
}

public final class CIDetector {
    public init?(ofType type: String, context: CIContext?, options: [String: Any]?) {
        guard type == CIDetectorTypeQRCode else { return nil }
    }

    public func features(in image: CIImage) -> [CIFeature] {
        // A code without text is one that holds bytes.
        image.codes.map { CIQRCodeFeature($0 == "bytes" ? nil : $0) }
    }
}
