import ECallCalls
import Foundation
import Processes
import Testing

@testable import ECallDemonstration

@Suite(
    "Calls are heard", .timeLimit(.minutes(3)), .serialized,
    .enabled(if: SoundCard.isInstalled, "needs pulseaudio and pulseaudio-utils"))
struct SoundTests {
    private struct FirstSound: Decodable {
        let isPlayed: Bool
    }

    @Test(
        "without options the callee hears the ring, the caller the ringback, and then each the other, on a loudspeaker")
    func heard() async throws {
        try await onStage("sound") { stage, server in
            let card = try await SoundCard.start(in: stage.directory)
            do { try await call(stage, server, card) } catch {
                await card.stop()
                throw error
            }
            await card.stop()
        }
    }

    private func call(_ stage: Stage, _ server: DemoServer, _ card: SoundCard) async throws {
        let (ana, bo) = try await stage.friends(at: server)
        // Each person has a loudspeaker.
        try await ana.run(["media", "use", "--loudspeaker", card.first.sink])
        try await bo.run(["media", "use", "--loudspeaker", card.second.sink])
        let listening = try bo.start(["listen"])
        let atBo = Events(listening)
        try await atBo.wait(for: "listening", .seconds(30))
        // A tone or file is sent by a side that does not play audio, unless `--sound` is given.
        let calling = try ana.start(["call", "Bo", "--test-source", "1", "--sound"])
        let atAna = Events(calling)
        try await atBo.wait(for: "incoming", .seconds(30))
        try await card.second.hears(660, "it rings at Bo")
        try await card.first.hears(425, "Ana is told that it rings")

        let answering = try bo.start(["answer"])
        let answered = ContinuousClock.now
        for events in [atAna, atBo] { try await events.wait(for: "firstSound", .seconds(30)) }
        let first = try await atBo.wait(for: "firstSound", .seconds(1)).decoded(as: FirstSound.self)
        #expect(first.isPlayed)
        try await card.second.hears(500, "Bo hears Ana's tone")
        print(
            "measured: the callee hears the caller \((ContinuousClock.now - answered).milliseconds) ms after answering")
        // Longer than the interval between two rings.
        // Gaps in the tone on a busy machine contain other frequencies; a ring is far louder.
        #expect(try await card.second.loudest(660, for: 2.5) < -25)
        #expect(try await card.first.loudest(425, for: 5.5) < -50)
        try await ana.run(["hangup"])
        for child in [calling, answering, listening] {
            child.interrupt()
            _ = await child.waitForExit()
        }
    }

    @Test("without a loudspeaker a call says so once, and continues; with --no-sound it does not mention it")
    func withoutLoudspeaker() async throws {
        try await onStage("no-sound") { stage, server in
            let (ana, bo) = try await stage.friends(at: server)
            setenv("PULSE_SERVER", "unix:/nowhere/native", 1)
            defer { unsetenv("PULSE_SERVER") }
            let listening = try bo.start([
                "listen", "--auto-answer=anyone", "--test-source", "2", "--stay-on-line", "1",
            ])
            let atBo = Events(listening)
            try await atBo.wait(for: "listening", .seconds(30))
            for (options, count) in [(["--sound"], 1), (["--no-sound"], 0)] {
                let calling = Events(try ana.start(["call", "Bo", "--test-source", "1"] + options))
                let first = try await calling.wait(for: "firstSound", .seconds(30)).decoded(as: FirstSound.self)
                #expect(!first.isPlayed)
                let said = await calling.said("No loudspeaker found. You can’t hear others.")
                #expect(said == (count > 0), "\(options)")
                #expect(try await calling.wait(for: "ended", .seconds(30)).text("reason") == "remoteHungUp")
            }
            listening.interrupt()
            _ = await listening.waitForExit()
        }
    }
}

/// A PulseAudio of the test's own with two loudspeakers, whose playback is recorded.
struct SoundCard {
    static let isInstalled = ["pulseaudio", "parec"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

    let first: Loudspeaker
    let second: Loudspeaker
    private let processes: [PipedProcess]

    /// Makes the programs started by this process use it, until `stop`.
    static func start(in directory: String) async throws -> SoundCard {
        let socket = directory + "/pulse"
        let modules = [
            "module-null-sink sink_name=left rate=48000 channels=1",
            "module-null-sink sink_name=right rate=48000 channels=1",
            "module-null-source source_name=desk rate=48000 channels=1",
            // The last module: with its socket all of them are loaded.
            "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
        ]
        let server = try PipedProcess(
            "pulseaudio", "/usr/bin/pulseaudio",
            [
                "-n", "--system=no", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--realtime=no",
                "--high-priority=no", "--disable-shm=yes", "--log-target=stderr",
            ] + modules.flatMap { ["-L", $0] },
            environment: [
                "HOME": directory, "XDG_RUNTIME_DIR": directory, "PULSE_RUNTIME_PATH": directory,
                "PULSE_COOKIE": directory + "/cookie",
            ])
        try await within(.seconds(20), "the socket of PulseAudio") {
            // Polls a socket of another process.
            while !FileManager.default.fileExists(atPath: socket) { try await Task.sleep(for: .milliseconds(25)) }
        }
        setenv("PULSE_SERVER", "unix:" + socket, 1)
        setenv("PULSE_COOKIE", directory + "/cookie", 1)
        let speakers = ["left", "right"].map { Loudspeaker(sink: $0, recording: "\(directory)/\($0).raw") }
        let recorders = try speakers.map { speaker in
            try PipedProcess(
                "parec", "/usr/bin/parec",
                [
                    "--device=\(speaker.sink).monitor", "--format=s16le", "--rate=\(Loudspeaker.rate)", "--channels=1",
                    "--latency-msec=50", "--raw", speaker.recording,
                ])
        }
        return SoundCard(first: speakers[0], second: speakers[1], processes: recorders + [server])
    }

    func stop() async {
        unsetenv("PULSE_SERVER")
        unsetenv("PULSE_COOKIE")
        for process in processes { await process.stop() }
    }
}

/// The playback of a loudspeaker, as a growing file.
struct Loudspeaker: Sendable {
    static let rate = 8_000
    /// A fifth of a second: whole waves of all tested frequencies.
    private static let window = rate / 5
    /// The level of whole waves, in dB below full scale.
    private static let audible = -40.0

    let sink: String
    let recording: String

    private func samples(from start: Int) -> [Double] {
        let data = FileManager.default.contents(atPath: recording) ?? Data()
        return stride(from: start * 2, to: data.count - 1, by: 2).map { index in
            Double(Int16(bitPattern: UInt16(data[index]) | UInt16(data[index + 1]) << 8)) / 32_768
        }
    }

    private var count: Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: recording)
        return ((attributes?[.size] as? NSNumber)?.intValue ?? 0) / 2
    }

    /// The level of a frequency in each window, in dB below full scale.
    private static func levels(_ hertz: Int, in samples: [Double]) -> [Double] {
        stride(from: 0, to: samples.count - window + 1, by: window).map { start in
            var (real, imaginary) = (0.0, 0.0)
            for index in 0..<window {
                let angle = 2 * Double.pi * Double(hertz * index) / Double(rate)
                real += samples[start + index] * cos(angle)
                imaginary += samples[start + index] * sin(angle)
            }
            return 20 * log10(2 * (real * real + imaginary * imaginary).squareRoot() / Double(window) + 1e-10)
        }
    }

    /// Returns once a frequency was heard for half a second from now on.
    func hears(_ hertz: Int, _ what: String) async throws {
        let start = count
        try await within(.seconds(20), what) {
            while Self.levels(hertz, in: samples(from: start)).count(where: { $0 > Self.audible }) < 3 {
                // Polls a file that another program writes.
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// The maximum level of a frequency in the next seconds, in dB below full scale.
    func loudest(_ hertz: Int, for seconds: Double) async throws -> Double {
        let start = count
        try await within(.seconds(20), "\(seconds) s of what is played") {
            // Polls a file that another program writes.
            while count < start + Int(seconds * Double(Self.rate)) { try await Task.sleep(for: .milliseconds(100)) }
        }
        return Self.levels(hertz, in: samples(from: start)).max() ?? -200
    }
}
