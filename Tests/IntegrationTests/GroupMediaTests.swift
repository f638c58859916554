import ECallCalls
import Foundation
import Processes
import Testing

@testable import ECallDemonstration

/// Four command lines in one call with video; the received media are read back from test pictures and tones.
@Suite("Sound and pictures among several command lines", .timeLimit(.minutes(3)), .serialized)
struct GroupMediaTests {
    private struct Cast {
        var people: [Person] = []
        var events: [Events] = []
        var children: [PipedProcess] = []

        func end() async {
            for child in children {
                child.interrupt()
                _ = await child.waitForExit()
            }
        }
    }

    private static let names = ["Ana", "Bo", "Cem", "Dee"]

    /// Starts a call from Ana to the others, who answer automatically.
    ///
    /// - Parameter slots: how many pictures each receives, by number of the person.
    private func call(_ stage: Stage, _ server: DemoServer, slots: [Int] = []) async throws -> Cast {
        var cast = Cast()
        cast.people = Self.names.enumerated().map { index, name in
            Person(
                name, number: index + 1, ecall: Stage.binaries + "/ecall", home: stage.directory + "/profiles",
                // An overloaded machine stops pictures, correctly: here all must be visible.
                server: server.url, hasSmallPictures: true)
        }
        for person in cast.people { try await person.signIn { try server.code(for: $0) } }
        for person in cast.people.dropFirst() { try await Demonstration.befriend(cast.people[0], person) }
        func options(_ person: Person) -> [String] {
            let slots = slots.isEmpty ? [] : ["--slots", "\(slots[person.number - 1])"]
            return ["--test-source", "\(person.number)", "--check-content"] + slots
        }
        for person in cast.people.dropFirst() {
            let child = try person.start(
                ["listen", "--auto-answer=anyone", "--no-leave-with-caller"] + options(person))
            cast.children.append(child)
            cast.events.append(Events(child))
        }
        for events in cast.events { try await events.wait(for: "listening", .seconds(30)) }
        let child = try cast.people[0].start(["call"] + Self.names.dropFirst() + ["--video"] + options(cast.people[0]))
        cast.children.insert(child, at: 0)
        cast.events.insert(Events(child), at: 0)
        for (name, events) in zip(Self.names, cast.events) {
            try await within(.seconds(30), "\(name) hears three") {
                while await events.count("firstSound") < 3 {
                    // Polls a counter.
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }
        return cast
    }

    private func counted(_ person: Person) async throws -> CallStatistics? {
        struct Status: Decodable { var statistics: CallStatistics? }
        let lines = try await person.run(["status", "--once"])
        return lines.compactMap { try? $0.decoded(as: Status.self).statistics }.last
    }

    /// Returns once a person's counters match.
    @discardableResult
    private func counts(
        _ person: Person, _ what: String, _ isMeant: @escaping @Sendable (CallStatistics) -> Bool
    ) async throws -> CallStatistics {
        try await within(.seconds(30), "\(person.name): \(what)") {
            while true {
                if let statistics = try await counted(person), isMeant(statistics) { return statistics }
                // Polls counters.
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    /// Expects separate measurements for the audio of each participant, though all comes on one connection.
    private func soundOfAll(_ person: Person) async throws {
        struct Flow: Decodable { var bitsPerSecond: Int, jitterMilliseconds: Double }
        struct Status: Decodable {
            struct Other: Decodable { var audio: Flow? }
            var participants: [Other]?
        }
        // A participant whose audio stopped for the last second has no measurement.
        let sounds = try await within(.seconds(20), "\(person.name): the sound of three is measured") {
            while true {
                let lines = try await person.run(["status", "--once"])
                let others = lines.compactMap { try? $0.decoded(as: Status.self).participants }.last
                if let sounds = others?.compactMap(\.audio), sounds.count == 3 { return sounds }
                // Polls a command.
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        for sound in sounds {
            #expect(sound.bitsPerSecond > 10_000 && sound.jitterMilliseconds < 1_000, "\(person.name): \(sound)")
        }
    }

    /// 000-38, 000-49, 000-50
    @Test("everyone reads each other's picture and tone; muting and turning the camera off stop sending; one leaves")
    func four() async throws {
        try await onStage("group-media") { stage, server in
            let cast = try await call(stage, server)
            for (index, person) in cast.people.enumerated() {
                let others = Set(1...4).subtracting([index + 1]).map(String.init)
                try await counts(person, "all three others") { statistics in
                    others.allSatisfy {
                        statistics.picturesRead[$0, default: 0] >= 15 && statistics.tonesHeard[$0, default: 0] >= 10
                    }
                }
            }
            let (ana, bo, cem) = (cast.people[0], cast.people[1], cast.people[2])
            for person in cast.people { try await soundOfAll(person) }

            try await bo.run(["mute"])
            // Limit: the absence of packets cannot be awaited.
            try await Task.sleep(for: .milliseconds(500))
            let muted = try #require(try await counted(ana)), sent = try #require(try await counted(bo))
            // Limit: the same.
            try await Task.sleep(for: .seconds(1))
            let later = try #require(try await counted(ana)), sentLater = try #require(try await counted(bo))
            #expect(later.tonesHeard["2"] == muted.tonesHeard["2"])
            #expect(sentLater.audioFramesSealed == sent.audioFramesSealed)
            #expect(later.tonesHeard["3", default: 0] > muted.tonesHeard["3", default: 0], "the others are heard on")
            try await bo.run(["unmute"])
            try await counts(ana, "Bo's tone again") {
                $0.tonesHeard["2", default: 0] >= later.tonesHeard["2", default: 0] + 5
            }

            try await bo.run(["camera", "off"])
            let dark = try #require(try await counted(bo)), heard = try #require(try await counted(ana))
            // Long enough for all to have told him that they do not view his video.
            try await counts(ana, "Bo's tone without his picture") {
                $0.tonesHeard["2", default: 0] >= heard.tonesHeard["2", default: 0] + 50
            }
            let darkLater = try #require(try await counted(bo)), unseen = try #require(try await counted(ana))
            #expect(darkLater.videoFramesSealed == dark.videoFramesSealed)
            try await bo.run(["camera", "on"])
            try await counts(ana, "Bo's picture again") {
                $0.picturesRead["2", default: 0] >= unseen.picturesRead["2", default: 0] + 15
            }

            try await cast.people[3].run(["hangup"])
            for events in [cast.events[0], cast.events[1], cast.events[2]] {
                try await events.wait(for: "participantLeft", .seconds(20))
            }
            let left = try #require(try await counted(ana))
            try await counts(ana, "Bo and Cem after Dee has left") { now in
                ["2", "3"].allSatisfy { now.picturesRead[$0, default: 0] >= left.picturesRead[$0, default: 0] + 15 }
            }
            try await counts(cem, "Ana and Bo after Dee has left") { $0.tonesHeard["1", default: 0] >= 20 }
            let final = try #require(try await counted(ana))
            #expect(final.framesDroppedBad == 0 && final.picturesRead["1"] == nil && final.tonesHeard["1"] == nil)
            await cast.end()
        }
    }

    @Test("with one slot all are heard, and another is seen once the camera of the visible participant is off")
    func slots() async throws {
        try await onStage("slots") { stage, server in
            let cast = try await call(stage, server, slots: [1, 4, 4, 4])
            let ana = cast.people[0]
            // All tones are heard, since audio needs no slot; test tones count as speech.
            let first = try await counts(ana, "all tones, one picture") { statistics in
                ["2", "3", "4"].allSatisfy { statistics.tonesHeard[$0, default: 0] >= 10 }
                    && statistics.picturesRead.values.reduce(0, +) >= 30
            }
            let seen = try #require(first.picturesRead.max { $0.value < $1.value }?.key)
            let person = try #require(Int(seen).map { cast.people[$0 - 1] })
            // Turning the camera off frees the slot for another participant.
            let asked = ContinuousClock.now
            try await person.run(["camera", "off"])
            let took = (ContinuousClock.now - asked).milliseconds
            let second = try await counts(ana, "another's picture") { statistics in
                statistics.picturesRead.contains {
                    $0.key != seen && $0.value >= first.picturesRead[$0.key, default: 0] + 30
                }
            }
            // Frames after a loss are predicted from the picture before, and are unreadable until a key frame.
            #expect(second.picturesUnreadable <= 15 && second.framesDroppedBad == 0)
            // The camera may have been on for the duration of the command.
            let most = first.picturesRead[seen, default: 0] + 40 + 30 * took / 1_000
            #expect(second.picturesRead[seen, default: 0] <= most, "after \(took) ms")
            await cast.end()
        }
    }
}
