import ECallSecurity
import FrameCrypto
import KeyDistribution

/// What was opened first, and when: how long it took until somebody is seen and heard, and since when the call is connected. Pure:
/// instants are monotonic nanoseconds.
struct FirstMedia {
    /// When the person placed or answered the call.
    let began: UInt64
    private(set) var pictureMilliseconds: Int?
    private(set) var soundMilliseconds: Int?
    /// Of whom a frame was opened here.
    private var opened: Set<DeviceAddress> = []
    /// Whether it was proven of anybody that they hear this device, and are heard or seen.
    private(set) var isConnected = false
    /// When that was so first, or earlier where this device comes back to a call.
    private(set) var connectedSince: UInt64?

    init(began: UInt64) { self.began = began }

    /// Since when the call lasts: since it is connected, else since it began.
    var since: UInt64 { isConnected ? connectedSince ?? began : began }

    /// This device comes back to a call that is connected already.
    mutating func isConnected(since instant: UInt64) { connectedSince = instant }

    /// The first frame of somebody's track was opened. What is shared is not how soon people see and hear each other.
    ///
    /// - Returns: milliseconds since the call began; nil of what is shared.
    mutating func opened(_ track: Track, of sender: DeviceAddress, at instant: UInt64) -> Int? {
        let milliseconds = Int((instant > began ? instant - began : 0) / 1_000_000)
        switch track {
        case .screen, .screenAudio: return nil
        case .video: pictureMilliseconds = pictureMilliseconds ?? milliseconds
        case .audio: soundMilliseconds = soundMilliseconds ?? milliseconds
        }
        opened.insert(sender)
        return milliseconds
    }

    /// Connected is a call from when somebody has shown that they hear this device, and a frame of theirs was opened here. Of a
    /// device that signs that it sends nothing it is enough that its key is here.
    mutating func look(at devices: some Collection<CallMember>, now: UInt64) {
        guard !isConnected else { return }
        isConnected = devices.contains { member in
            member.hearsUs && (opened.contains(member.address) || member.isHeard && member.isSilent)
        }
        if isConnected { connectedSince = connectedSince ?? now }
    }
}
