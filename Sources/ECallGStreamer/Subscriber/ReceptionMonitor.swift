import CGStreamer
import ECallMedia
import Foundation
import FrameCrypto
import Synchronization

/// Measures the network's effect on the packets of a received track.
final class ReceptionMonitor: Sendable {
    private struct State {
        var delays: PacketDelays
        var playout = PlayoutDelay()
        var hold = PlayoutHold()
        /// The delay of another track of the same person, in seconds.
        var least = 0.0
        var downlink = DownlinkRate()
        var last: (stream: StreamReport, at: UInt64)?
    }

    /// In nanoseconds: readings that are closer together are inconclusive.
    private static let shortest: UInt64 = 400_000_000

    private let isVideo: Bool
    /// The counters of the line before it was this track's.
    private let before: StreamReport?
    private let state: Mutex<State>

    init(_ codec: FrameCodec, after before: StreamReport? = nil) {
        isVideo = codec != .opus
        self.before = before
        state = Mutex(State(delays: PacketDelays(clockRate: isVideo ? 90_000 : 48_000)))
    }

    /// - Parameters:
    ///   - pad: where packets come out of `webrtcbin`.
    ///   - monitor: returns that of the line's current track; called for every packet.
    static func watch(_ pad: Pad, _ monitor: @escaping @Sendable () -> ReceptionMonitor?) {
        pad.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { _, info in
            guard let monitor = monitor(), let timestamp = info.buffer.flatMap(RTPHeader.timestamp) else {
                return .pass
            }
            let now = monotonicNanoseconds()
            monitor.state.withLock { state in
                let late = state.delays.add(timestamp: timestamp, at: now)
                state.playout.add(late: late, at: now)
            }
            return .pass
        }
    }

    /// Delays packets by the delay that the network causes, on this track or on another one of the same person.
    ///
    /// - Parameters:
    ///   - pad: behind a queue, whose thread waits here, half a second at most.
    ///   - monitor: returns that of the line's current track; called for every packet.
    static func hold(_ pad: Pad, _ monitor: @escaping @Sendable () -> ReceptionMonitor?) {
        pad.addProbe(GST_PAD_PROBE_TYPE_BUFFER) { _, info in
            guard let monitor = monitor(), let timestamp = info.buffer.flatMap(RTPHeader.timestamp) else {
                return .pass
            }
            let wait = monitor.wait(for: timestamp, at: monotonicNanoseconds())
            if wait > 0 { usleep(UInt32(wait / 1_000)) }
            return .pass
        }
    }

    /// The nanoseconds by which a packet that has arrived is delayed.
    private func wait(for timestamp: UInt32, at now: UInt64) -> UInt64 {
        state.withLock { state in
            let delay = state.hold.follow(max(state.playout.delay, state.least), at: now)
            guard delay > 0, let quickest = state.delays.quickestArrival(of: timestamp) else { return 0 }
            let due = quickest &+ UInt64(delay * 1e9)
            return due > now ? min(due - now, UInt64(PlayoutDelay.longest * 1e9)) : 0
        }
    }

    /// - Parameter seconds: how long another track of the same person is held back.
    func holdBack(atLeast seconds: Double) {
        state.withLock { $0.least = min(max(seconds, 0), PlayoutDelay.longest) }
    }

    func look(_ stream: StreamReport, freezes: Int, at now: UInt64) -> Reception {
        state.withLock { state in
            if let last = state.last, now >= last.at &+ Self.shortest {
                let seconds = Double(now - last.at) / 1e9
                let (lost, received) = (stream.lost - last.stream.lost, stream.received - last.stream.received)
                let expected = lost + received
                state.downlink.take(
                    .init(
                        bitrate: Double(max(0, stream.bytes - last.stream.bytes)) * 8 / seconds,
                        loss: expected > 0 ? max(0, Double(lost)) / Double(expected) : 0,
                        queue: state.delays.look(at: now)), at: now)
                state.last = (stream, now)
            } else if state.last == nil {
                state.last = (stream, now)
            }
            return Reception(
                lost: stream.lost - (before?.lost ?? 0), received: stream.received - (before?.received ?? 0),
                jitter: state.delays.jitter, freezes: freezes, bytes: stream.bytes - (before?.bytes ?? 0),
                limit: isVideo ? state.downlink.rate.map { Int($0) } : nil, playoutDelay: state.playout.delay)
        }
    }
}
