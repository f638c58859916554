import ECallLanguage
public import FrameCrypto

/// The part of a display to share: all of it, or one window.
public struct ScreenSource: Codable, Sendable, Equatable {
    public var display: Display
    /// The window's id, as in `ShareableWindow`; nil for the whole screen.
    public var window: UInt64?

    public init(display: Display, window: UInt64? = nil) {
        (self.display, self.window) = (display, window)
    }
}

/// A window that can be shared individually.
public struct ShareableWindow: Codable, Sendable, Equatable {
    /// The window's id on its display, while the window lives.
    public var id: UInt64
    public var title: String
    public var size: PictureBox

    public init(id: UInt64, title: String, size: PictureBox) {
        (self.id, self.title, self.size) = (id, title, size)
    }
}

/// The screen of a publisher: the shared source, and its sealing.
public struct PublishedScreen: Sendable {
    public var source: ScreenSource
    /// Makes the encryptor for the frames of `codec`, of one share on one connection. The former encryptor seals no more: this is
    /// called once there is something to send.
    public var makeEncryptor: @Sendable () -> any FrameEncryptor
    /// H.264 or VP8; that of the camera, if there is one.
    public var codec: FrameCodec

    public init(
        source: ScreenSource, codec: FrameCodec, makeEncryptor: @escaping @Sendable () -> any FrameEncryptor
    ) {
        (self.source, self.codec, self.makeEncryptor) = (source, codec, makeEncryptor)
    }
}

// MARK: - Engines that share no screen

extension MediaEngine {
    public func windows(on display: Display) async throws(MediaError) -> [ShareableWindow] { [] }
}

extension PublishingConnection {
    public func share(_ screen: PublishedScreen?) async throws(MediaError) {
        if screen != nil { throw .inputUnavailable(.screenFailed) }
    }
}
