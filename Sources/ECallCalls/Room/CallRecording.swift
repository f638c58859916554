import ECallAPI
import ECallCore
import FrameCrypto

/// Recording on this device: received media are written only after a status that announces it was sent (e2ee 6).
struct CallRecording {
    private enum State { case off, announcing, on, ended }

    private var state: State
    private let directory: String?
    private var parts: [String: Int] = [:]
    /// Whether received media may be written: asked on other threads.
    let permit = LockedValue(false)

    init(directory: String?) {
        self.directory = directory
        state = directory == nil ? .off : .announcing
    }

    var isOn: Bool { state == .on }
    /// Whether recording is requested and the others are about to be told: nothing is received before.
    var isAnnouncing: Bool { state == .announcing }

    /// Records that a status was sent that tells whether this device records; returns whether it records from now on.
    mutating func said(_ isOn: Bool) -> Bool {
        guard isOn, isAnnouncing else { return false }
        state = .on
        permit.withLock { $0 = true }
        return true
    }

    /// Ends all recording of the call, since the mark does not say who is recorded; returns whether the others must be told.
    mutating func failed() -> Bool {
        permit.withLock { $0 = false }
        guard isOn else { return false }
        state = .ended
        return true
    }

    /// Returns the file of a track; nil if nothing is recorded. A track that is received again gets a new file: the previous
    /// one stays.
    mutating func file(of track: Track, _ codec: FrameCodec, from user: UserID, in call: CallID) -> String? {
        guard isOn, let directory else { return nil }
        let ending =
            switch codec {
            case .opus: "ogg"
            case .h264: "mp4"
            case .vp8: "webm"
            }
        let name = "\(directory)/call-\(call)-from-\(user)-\(track.rawValue)"
        let part = parts[name, default: 0] + 1
        parts[name] = part
        return part == 1 ? "\(name).\(ending)" : "\(name)-\(part).\(ending)"
    }
}
