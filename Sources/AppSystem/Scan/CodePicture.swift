import CoreImage
import Foundation
import SwiftUI
import UIKit

/// Draws a text as a QR code, a pixel a module.
enum CodePicture {
    @MainActor
    static func draw(_ text: String) -> Image? {
        guard let filter = CIFilter(name: "CIQRCodeGenerator") else { return nil }
        filter.setValue(Data(text.utf8), forKey: "inputMessage")
        // The same level as in the codes of the page.
        filter.setValue("M", forKey: "inputCorrectionLevel")
        guard let picture = filter.outputImage,
            let pixels = CIContext().createCGImage(picture, from: picture.extent)
        else { return nil }
        return Image(uiImage: UIImage(cgImage: pixels))
    }
}
