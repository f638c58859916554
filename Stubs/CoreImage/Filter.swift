import Foundation

/// Core Graphics' picture of pixels.
public final class CGImage: Sendable {
    /// The drawn text.
    @_spi(Phone)
    public let text: String

    init(_ text: String) { self.text = text }
}

/// This one draws QR codes alone.
public final class CIFilter {
    private var message: Data?

    public init?(name: String) {
        if name != "CIQRCodeGenerator" { return nil }
    }

    public func setValue(_ value: Any?, forKey key: String) {
        switch key {
        case "inputMessage": message = value as? Data
        case "inputCorrectionLevel": precondition(["L", "M", "Q", "H"].contains(value as? String ?? ""))
        default: preconditionFailure("the filter has no input \(key)")
        }
    }

    /// Nil for a text that is too long for a code.
    public var outputImage: CIImage? {
        message.flatMap { $0.count > 2331 ? nil : CIImage(code: String(decoding: $0, as: UTF8.self)) }
    }
}
