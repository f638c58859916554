import ECallLanguage
import ECallSecurity

/// The action of a key while a call is in the foreground.
enum CallKey: Sendable, Equatable, CaseIterable {
    case mute, camera, hand
    case react(Reaction)
    case participants, help, hangUp

    static let allCases: [CallKey] =
        [.mute, .camera, .hand] + Reaction.allCases.map { .react($0) } + [.participants, .help, .hangUp]

    init?(_ character: Character) {
        guard let key = Self.allCases.first(where: { $0.character == character }) else { return nil }
        self = key
    }

    var character: Character {
        switch self {
        case .mute: "m"
        case .camera: "v"
        case .hand: "h"
        case .react(let reaction): Self.digits[reaction] ?? " "
        case .participants: "p"
        case .help: "?"
        case .hangUp: "q"
        }
    }

    private var meaning: Text {
        switch self {
        case .mute: .keysMute
        case .camera: .keysCamera
        case .hand: .handKey
        case .react(let reaction): reaction.text
        case .participants: .peopleIn
        case .help: .keysShortcuts
        case .hangUp: .callEndCall
        }
    }

    private static let digits = Dictionary(uniqueKeysWithValues: zip(Reaction.allCases, "123456"))

    static func lines(_ texts: Texts) -> [String] {
        allCases.map { "  \($0.character)  \(texts.string($0.meaning))" }
    }
}

/// Finds keys in a terminal's input. Pure. The characters after an escape belong to a named key, or to the mouse, and aren't keys of their
/// own.
struct KeyParser: Sendable {
    private enum State { case ground, escape, sequence }

    private var state = State.ground

    mutating func take(_ bytes: some Sequence<UInt8>) -> [CallKey] {
        bytes.compactMap { byte in
            switch (state, byte) {
            case (_, 0x1B): state = .escape
            // `ESC [` and `ESC O` begin a sequence, which a letter or `~` ends.
            case (.escape, UInt8(ascii: "[")), (.escape, UInt8(ascii: "O")): state = .sequence
            case (.escape, _): state = .ground
            case (.sequence, 0x40...0x7E): state = .ground
            case (.sequence, _): break
            case (.ground, 0x20...0x7E): return CallKey(Character(Unicode.Scalar(byte)))
            case (.ground, _): break
            }
            return nil
        }
    }
}
