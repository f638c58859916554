import ECallCalls
import Foundation
import Processes

/// One call of this many people: the host, then everyone but the last, then the last, again and again.
struct GroupCall {
    let stage: GroupStage
    let people: Int
    let rounds: Int

    /// The number of participants with media of their own.
    private var realCount: Int { min(people, stage.real.count) }
    private var lights: ArraySlice<LightParticipant> { stage.light.prefix(people - realCount) }
    private var maker: RealParticipant { stage.real[0] }
    private var last: RealParticipant { stage.real[realCount - 1] }

    func measure() async throws -> GroupPoint {
        var point = GroupPoint(people: people, real: realCount)
        var load = [0.0]
        if getloadavg(&load, 1) == 1 { point.load = load[0] }
        var logs: [EventLog] = []
        for person in stage.real[1..<realCount] {
            let log = try person.follow(["listen", "--auto-answer=anyone", "--no-leave-with-caller"])
            try await log.wait(for: "listening", .seconds(30))
            logs.append(log)
        }
        let result: Result<GroupPoint, any Error>
        do {
            result = .success(try await measure(logs, &point))
        } catch {
            result = .failure(error)
        }
        try? await maker.run(["hangup"])
        for log in logs { await log.end() }
        for person in lights { try? await person.calls.hangUp() }
        return try result.get()
    }

    private func measure(_ logs: [EventLog], _ point: inout GroupPoint) async throws -> GroupPoint {
        guard let newcomer = logs.last else { throw Program.Failed(description: "nobody comes last") }
        let others = try stage.real[1..<(realCount - 1)].map(stage.user) + lights.map { "\($0.user)" }
        let first = others.isEmpty ? [try stage.user(last)] : others
        let making = try maker.follow(["call"] + first + ["--video"])
        defer { making.child.interrupt() }
        try await making.wait(for: "answered", .seconds(60))
        if !others.isEmpty { try await keysSettle(members: people - 1) }
        for round in 0..<rounds {
            let isFirst = round == 0 && others.isEmpty
            if !isFirst {
                newcomer.forget()
                // Without anyone else in it, the call has ended with the leave.
                guard !others.isEmpty else { break }
                try await maker.run(["invite", try stage.user(last)])
            }
            point.heard.append(try await newcomer.wait(for: "firstSound", .seconds(60)) ?? 0)
            point.seen.append(try await newcomer.wait(for: "firstPicture", .seconds(60)) ?? 0)
            try await keysSettle(members: people)
            if round == 0 { try await measureCost(&point) }
            try await measureLeave(&point)
            if round + 1 < rounds, !others.isEmpty {
                try await last.run(["hangup"])
                try await keysSettle(members: people - 1)
            }
        }
        return point
    }

    /// Waits until every light member has received keys, and none has arrived for a second; then everyone has everyone's.
    private func keysSettle(members: Int) async throws {
        let end = ContinuousClock.now + .seconds(60)
        var (former, stable) = ([Int](), 0)
        while ContinuousClock.now < end {
            var counts: [Int] = []
            for person in lights { counts.append(await person.keys()) }
            stable = counts == former && counts.allSatisfy { $0 >= members - 1 } ? stable + 1 : 0
            if stable >= 5 { return }
            former = counts
            // Polls a counter.
            try await Task.sleep(for: .milliseconds(200))
        }
        throw Program.Failed(description: "keys of \(members) people do not settle: \(former)")
    }

    private func measureCost(_ point: inout GroupPoint) async throws {
        let janus = Usage.children(of: stage.server, named: "janus").first
        let agents = stage.real.prefix(realCount).compactMap { RealParticipant.agents(home: stage.home)[$0.name] }
        func sample() -> (own: ProcessSample, server: ProcessSample, janus: ProcessSample?, agents: [ProcessSample]) {
            (
                ProcessSample(getpid()), ProcessSample(stage.server), janus.map(ProcessSample.init),
                agents.map(ProcessSample.init)
            )
        }
        let (start, before) = (ContinuousClock.now, sample())
        // Limit: the steady state is measured over five seconds.
        try await Task.sleep(for: .seconds(5))
        let (after, seconds) = (sample(), (ContinuousClock.now - start) / .seconds(1))
        point.server = after.server.since(before.server, seconds: seconds)
        if let former = before.janus { point.janus = after.janus?.since(former, seconds: seconds) }
        point.realPerson = ProcessSample.mean(
            zip(before.agents, after.agents).map { $1.since($0, seconds: seconds) })
        if !lights.isEmpty { point.lightPerson = after.own.since(before.own, seconds: seconds, people: lights.count) }
    }

    /// One light member hangs up; then each of the others receives a key from each of those that remain. Afterwards it is rung
    /// again.
    private func measureLeave(_ point: inout GroupPoint) async throws {
        guard let leaver = lights.first, lights.count > 1 else { return }
        var waiting: [(person: LightParticipant, wanted: Int)] = []
        for person in lights.dropFirst() { waiting.append((person, await person.keys() + people - 2)) }
        let (start, used) = (ContinuousClock.now, Usage.ownProcessor(getpid()))
        let leaving = Task { try? await leaver.calls.hangUp() }
        while !waiting.isEmpty, ContinuousClock.now < start + .seconds(20) {
            var rest: [(person: LightParticipant, wanted: Int)] = []
            for (person, wanted) in waiting {
                if await person.keys() >= wanted {
                    point.keyChange.append((ContinuousClock.now - start) / .milliseconds(1))
                } else {
                    rest.append((person, wanted))
                }
            }
            waiting = rest
            // Polls a counter.
            try await Task.sleep(for: .milliseconds(10))
        }
        let members = Double(lights.count - 1)
        point.keyChangeProcessor.append((Usage.ownProcessor(getpid()) - used) * 1_000 / members)
        point.keyChangeMissing += waiting.count
        if waiting.isEmpty, let slowest = point.keyChange.last { point.keyChangeLast.append(slowest) }
        _ = await leaving.value
        try await maker.run(["invite", "\(leaver.user)"])
        try await keysSettle(members: people)
    }
}
