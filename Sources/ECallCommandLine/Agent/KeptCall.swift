import ECallAPI
import ECallCalls
import ECallCore
import Foundation

/// What an agent keeps of the call it is in, for the one that follows should it be killed: no keys, no names.
struct KeptCall: Codable, Equatable {
    let call: RunningCall
    let media: MediaChoice
    /// Whose call it is, and whether it has video, where it rang here.
    var caller: UserID?
    var isVideo: Bool?
}

/// Where it is kept while the call runs.
struct KeptCallFile: Sendable {
    let path: String

    /// nil where there is none, or where it cannot be read.
    func read() -> KeptCall? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return try? JSONDecoder().decode(KeptCall.self, from: data)
    }

    func write(_ kept: KeptCall) {
        guard let data = try? JSONEncoder().encode(kept) else { return }
        // What cannot be kept costs the return alone.
        try? data.write(to: URL(fileURLWithPath: path), options: .atomic)
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    func remove() { unlink(path) }
}

/// A call that this agent has come back to; its former one was killed.
struct ResumedCall {
    let id: CallID
    /// Whose call it is, where it rang at the agent before this one.
    let caller: UserID?
    let isVideo: Bool
    /// Takes its video until a command draws it; nil where nothing is drawn.
    let pictures: PictureFeed?
    /// Until it is in the call, or is not.
    let entering: Task<CallFailure?, Never>
    /// It is in the call again.
    var isIn = false
    /// Until the call is over.
    let following: Task<Void, Never>
}
