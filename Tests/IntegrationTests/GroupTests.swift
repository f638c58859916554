import ECallAPI
import ECallCalls
import Foundation
import KeyDistribution
import Processes
import Testing

@testable import ECallDemonstration

@Suite("Several command lines in one call", .timeLimit(.minutes(2)), .serialized)
struct GroupTests {
    /// The participants of the call, as listed by the terminal of one of them.
    private func participants(at person: Person) async throws -> [String: CallParticipant] {
        struct Listed: Decodable { var participants: [CallParticipant] }
        let lines = try await person.run(["participants"])
        guard let line = lines.last(where: { $0.text("result") == "participants" }) else {
            throw DemoFailure("\(person.name) was told of no participants")
        }
        let list = try line.decoded(as: Listed.self).participants
        return Dictionary(uniqueKeysWithValues: list.map { ($0.name, $0) })
    }

    /// Returns once the list matches; asks repeatedly, since signals arrive soon.
    private func shows(
        _ person: Person, _ isMeant: @escaping @Sendable ([String: CallParticipant]) -> Bool
    ) async throws -> [String: CallParticipant] {
        try await within(.seconds(20), "\(person.name)'s list") {
            while true {
                let list = try await participants(at: person)
                if isMeant(list) { return list }
                // Polls another program.
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private func statuses(_ list: [String: CallParticipant]) -> [String: CallParticipant.Status] {
        list.mapValues(\.status)
    }

    private struct Cast {
        var (ana, bo, cem, dee): (Person, Person, Person, Person)
        var events: [String: Events] = [:]
        var listening: [PipedProcess] = []
    }

    /// Makes everyone a friend of Ana; the others answer automatically.
    private func cast(_ stage: Stage, _ server: DemoServer) async throws -> Cast {
        let people = ["Ana", "Bo", "Cem", "Dee"].enumerated().map { index, name in
            Person(
                name, number: index + 1, ecall: Stage.binaries + "/ecall", home: stage.directory + "/profiles",
                server: server.url)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for person in people { group.addTask { try await person.signIn { try server.code(for: $0) } } }
            try await group.waitForAll()
        }
        var cast = Cast(ana: people[0], bo: people[1], cem: people[2], dee: people[3])
        for person in people.dropFirst() {
            try await Demonstration.befriend(cast.ana, person)
            let child = try person.start([
                "listen", "--auto-answer=anyone", "--no-leave-with-caller", "--test-source", "\(person.number)",
                "--check-content",
            ])
            cast.listening.append(child)
            cast.events[person.name] = Events(child)
        }
        for events in cast.events.values { try await events.wait(for: "listening", .seconds(30)) }
        return cast
    }

    /// Starts a call of three who hear each other.
    private func call(_ cast: inout Cast) async throws -> PipedProcess {
        let child = try cast.ana.start(["call", "Bo", "cem", "Bo", "--test-source", "1", "--check-content"])
        cast.events["Ana"] = Events(child)
        for name in ["Ana", "Bo", "Cem"] { try await hears(2, name, cast) }
        return child
    }

    /// Returns once one hears as many others.
    private func hears(_ count: Int, _ name: String, _ cast: Cast) async throws {
        guard let events = cast.events[name] else { throw DemoFailure("\(name) has no part") }
        try await within(.seconds(30), "\(name) hears \(count)") {
            // Polls what came from another program.
            while await events.count("firstSound") < count { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    private func end(_ cast: Cast, _ calling: PipedProcess) async {
        for child in [calling] + cast.listening {
            child.interrupt()
            _ = await child.waitForExit()
        }
    }

    /// 000-11, 000-37, 000-47, 000-49, 000-50, 000-51, 000-52, 000-53, 004-43
    @Test("three in a call invite a fourth; all see ringing and joining; muting is signalled to all, volume to no one")
    func invite() async throws {
        try await onStage("group") { stage, server in
            var cast = try await cast(stage, server)
            let calling = try await call(&cast)
            let (ana, bo) = (cast.ana, cast.bo)
            let three = try await participants(at: ana)
            #expect(statuses(three) == ["Ana": .joined, "Bo": .joined, "Cem": .joined])
            #expect(three["Ana"]?.isSelf == true && three["Ana"]?.isHost == true && three["Bo"]?.isHost == false)

            let invited = try await ana.run(["invite", "Dee"])
            #expect(invited.last?.text("result") == "invited")
            for name in ["Ana", "Bo", "Cem"] {
                let ringing = try await cast.events[name]?.wait(for: "participantRinging", .seconds(20))
                #expect(ringing?.text("name") == "Dee")
            }
            for name in ["Ana", "Bo", "Cem", "Dee"] { try await hears(3, name, cast) }
            let four = try await shows(bo) {
                $0.values.count { $0.status == .joined && ($0.isSelf || $0.trust != nil) } == 4
            }
            #expect(four["Dee"]?.trust == .new, "she is not held, for Ana has invited her")

            try await bo.run(["mute"])
            _ = try await shows(ana) { $0["Bo"]?.isMuted == true }
            try await bo.run(["unmute"])
            _ = try await shows(ana) { $0["Bo"]?.isMuted == false }
            try await ana.run(["volume", "bo", "150"])
            try await ana.run(["mute", "Cem"])
            let wishes = try await participants(at: ana)
            #expect(wishes["Bo"]?.volume == 150 && wishes["Cem"]?.isHeard == false && wishes["Cem"]?.isMuted == false)
            #expect(try await participants(at: bo)["Cem"]?.isHeard == true)
            await end(cast, calling)
        }
    }

    @Test("the host asks to mute and removes; the removed participant returns when invited again, and only then")
    func remove() async throws {
        try await onStage("remove") { stage, server in
            var cast = try await cast(stage, server)
            let calling = try await call(&cast)
            let (ana, bo) = (cast.ana, cast.bo)
            try await ana.run(["mute", "Bo", "--ask"])
            #expect(try await cast.events["Bo"]?.wait(for: "muteRequested", .seconds(20)).text("name") == "Ana")
            #expect(try await participants(at: ana)["Bo"]?.isMuted == false, "nobody is muted by another")
            for arguments in [["remove", "Cem"], ["mute", "Cem", "--ask"]] {
                let refused = try bo.start(arguments)
                #expect(await refused.waitForExit() == 9, "\(arguments)")
            }
            try await ana.run(["remove", "Cem"])
            let ended = try await cast.events["Cem"]?.wait(for: "ended", .seconds(20))
            #expect(ended?.text("reason") == "removed")
            for name in ["Ana", "Bo"] {
                let removed = try await cast.events[name]?.wait(for: "participantRemoved", .seconds(20))
                #expect(removed?.text("name") == "Cem")
            }
            _ = try await shows(bo) { $0["Cem"]?.status == .removed && $0["Ana"]?.status == .joined }
            await cast.events["Cem"]?.forget()
            try await ana.run(["invite", "Cem"])
            try await hears(2, "Cem", cast)
            _ = try await shows(bo) { $0["Cem"]?.status == .joined }
            await end(cast, calling)
        }
    }
}
