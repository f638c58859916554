import ECallMedia
import FrameCrypto
import Synchronization

/// The audio of one sender: opened, counted, monitored. A line has one at a time.
final class AudioReceiver: Sendable {
    private let configuration: SubscriberConfiguration
    private let counters = TrackCounters()
    private let events: EventStream
    private let listening = Mutex(Listening())

    private struct Listening {
        var detector = SpeechDetector()
        /// From libwebrtc's statistics, at the last look.
        var energy: Double?
        var duration = 0.0
    }

    init(_ configuration: SubscriberConfiguration, _ events: EventStream) {
        (self.configuration, self.events) = (configuration, events)
        if configuration.recording != nil {
            configuration.recordingNotice?(Preparation.noRecordings.text)
        }
    }

    var isPlayed: Bool { configuration.output.loudspeaker != nil }

    /// On libwebrtc's threads.
    func open(_ sealed: [UInt8]) -> OpenedFrame {
        switch configuration.decryptor.open(sealed) {
        case .opened(let frame, _):
            let now = monotonicNanoseconds()
            let isFirst = counters.update { statistics in
                statistics.opened += 1
                statistics.decoded += 1
                guard statistics.firstOpenedAt == 0 else { return false }
                (statistics.firstOpenedAt, statistics.firstDecodedAt) = (now, now)
                return true
            }
            if isFirst { events.send(.firstDecodedFrame(at: now, opened: now)) }
            return .opened(frame)
        case .held:
            counters.countDrop(OpenDrop.noKey)
            return .dropped
        case .dropped(let reason, _):
            counters.countDrop(reason)
            return .notOpened
        }
    }

    /// Detects speech by the energy of the decoded audio.
    ///
    /// - Parameter now: in milliseconds.
    func listen(to entry: Report.Entry, at now: UInt64) {
        guard let energy = entry.numbers["totalAudioEnergy"], let duration = entry.numbers["totalSamplesDuration"]
        else {
            return
        }
        let changed = listening.withLock { listening -> Bool? in
            defer { (listening.energy, listening.duration) = (energy, duration) }
            guard let before = listening.energy, duration > listening.duration, energy >= before else { return nil }
            let level = ((energy - before) / (duration - listening.duration)).squareRoot()
            return listening.detector.take(level, at: now)
        }
        if let changed { events.send(.speaking(changed)) }
    }

    var arrivals: Int {
        let statistics = counters.current
        return statistics.openDrops.values.reduce(statistics.opened, +)
    }

    var statistics: TrackStatistics { counters.current }
}
