import ECallAPI
import ECallCalls
import ECallCore
import Foundation

/// The data that an agent keeps of its call, for its successor should it be killed: no keys, no names.
struct KeptCall: Codable, Equatable {
    let call: RunningCall
    let media: MediaChoice
    /// The caller, and whether it has video, if it rang here.
    var caller: UserID?
    var isVideo: Bool?
}

/// The file that keeps it while the call runs.
struct KeptCallFile: Sendable {
    let path: String

    /// nil if the file is missing or unreadable.
    func read() -> KeptCall? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try? JSONDecoder().decode(KeptCall.self, from: data)
    }

    func write(_ kept: KeptCall) {
        guard let data = try? JSONEncoder().encode(kept) else { return }
        // A failed write costs the return only.
        try? data.write(to: URL(fileURLWithPath: path), options: .atomic)
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    func remove() { unlink(path) }
}

/// A call that this agent has returned to; the previous agent was killed.
struct ResumedCall {
    let id: CallID
    /// The caller, if it rang at the previous agent.
    let caller: UserID?
    let isVideo: Bool
    /// Receives its video until a command draws it; nil if nothing is drawn.
    let pictures: PictureFeed?
    /// Until it is in the call, or is not.
    let entering: Task<CallFailure?, Never>
    /// Whether it is in the call again.
    var isIn = false
    /// Until the call is over.
    let following: Task<Void, Never>
}
