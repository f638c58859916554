public import Foundation

/// The app's audio input and output. The system activates it during calls, so activation isn't here.
public final class AVAudioSession: NSObject, @unchecked Sendable {
    public struct Category: Hashable, Sendable {
        let name: String
        public static let playAndRecord = Category(name: "playAndRecord")
    }

    public struct Mode: Hashable, Sendable {
        let name: String
        public static let voiceChat = Mode(name: "voiceChat")
        public static let videoChat = Mode(name: "videoChat")
    }

    public struct CategoryOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let allowBluetoothHFP = CategoryOptions(rawValue: 4)
    }

    weak var system: (any AudioSystem)?

    init(on system: (any AudioSystem)?) { self.system = system }

    private static let shared = AVAudioSession(on: nil)

    public static func sharedInstance() -> AVAudioSession { shared }

    public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        try system?.setCategory(category, mode, options)
    }
}
