import ArgumentParser
import Foundation
import NIOCore
import NIOPosix

/// `ecall-bench`: measures from outside.
@main
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ecall-bench", abstract: "Measure ecall-server.",
        subcommands: [ServerBench.self, GroupBench.self], defaultSubcommand: ServerBench.self)
}

/// `ecall-bench server`, or without a name: measures a server, and RabbitMQ's Web STOMP beside it, in one run.
struct ServerBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server", abstract: "Measure what a server does beside RabbitMQ.")

    @Option(help: "The server's program, a release build; by default the one beside this program.")
    var server = Program.folder + "/ecall-server"
    @Option(help: "Idle sessions.")
    var idle = 15_000
    @Option(help: "Calls through which signals are routed.")
    var pairs = 500
    @Option(help: "Seconds of each measurement.")
    var seconds = 8
    @Option(help: "Workers that set up calls.")
    var workers = 48
    @Option(help: "Calls a second, of all workers; 0 for as many as there can be.")
    var rate = 0.0
    @Option(help: "What to measure: connections, routing, fan-out, calls, attackers, rabbitmq; all unless given.")
    var only: [String] = []
    @Option(help: "Connections that only want to be in the way.")
    var attackers = 1000
    @Option(help: "The addresses that they come from.")
    var attackerAddresses = 50
    @Option(help: "Idle sessions of RabbitMQ.")
    var rabbitIdle = 1000
    @Option(help: "The script that starts RabbitMQ.")
    var rabbitScript = "Benchmarks/rabbitmq.sh"

    func run() async throws {
        raiseDescriptorLimit()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let directory = FileManager.default.temporaryDirectory.path + "/ecall-bench-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var results: [(name: String, results: BenchResults)] = []
        if measures(anyOf: ["connections", "routing", "fan-out", "calls", "attackers"]) {
            results.append(("ecall-server", try await measureServer(directory + "/data", on: group.next())))
        }
        if measures(anyOf: ["rabbitmq"]) {
            let found = try await RabbitMQ.run(script: rabbitScript, directory: directory + "/rabbitmq") {
                try await RabbitMQ.measure(
                    $0, idle: rabbitIdle, pairs: min(pairs, 250), seconds: seconds, rounds: 1000, on: group.next())
            }
            results.append(("RabbitMQ Web STOMP", found))
        }
        for result in results {
            Swift.print("\n| \(result.name) | |\n|---|---|")
            for row in result.results.rows { Swift.print("| \(row.what) | \(row.value) |") }
        }
        try await group.shutdownGracefully()
    }

    private func measures(anyOf names: [String]) -> Bool { only.isEmpty || !only.allSatisfy { !names.contains($0) } }

    private func measureServer(_ data: String, on loop: any EventLoop) async throws -> BenchResults {
        // Its pairs call each other without a pause and from one address, which the limits forbid.
        let rates = [
            "ringsPerPair", "ringsPerPairHourly", "ringsPerCaller", "ringsPerCallerHourly", "ringsPerTarget",
            "ringsPerTargetHourly", "updatesPerDevice",
        ]
        let unlimited =
            rates.flatMap { ["--set", "limits.\($0)=1000000/1"] } + ["--set", "limits.connectionsPerAddress=1000000"]
        let arguments = ["serve", "--init", "--port", "0", "--data", data, "--media-address", "127.0.0.1"] + unlimited
        return try await Program.run(server, arguments, ready: "listening on") { program, line in
            try await measure(program, line, data, on: loop)
        }
    }

    private func measure(
        _ program: Program, _ line: String, _ data: String, on loop: any EventLoop
    ) async throws -> BenchResults {
        guard let port = line.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw Program.Failed(description: "no port in “\(line)”")
        }
        let seed = try Seed(dataDirectory: data, people: max(idle, 2 * pairs, 2 * workers, 50))
        let target = Target(
            name: "ecall-server", port: port, path: "/ws/", processID: program.id,
            credentials: { ("device-\($0 + 1)", seed.passcode($0)) },
            inbox: { "/exchange/ecall.signal.out/\($0 + 1)" })
        var results = BenchResults()
        if measures(anyOf: ["connections"]) {
            try await target.measureConnections(idle, width: 64, on: loop, into: &results)
        }
        if measures(anyOf: ["routing"]) {
            try await target.measureCallRouting(seed, pairs: pairs, seconds: seconds, on: loop, into: &results)
        }
        if measures(anyOf: ["fan-out"]) {
            try await target.measureCallFanOut(seed, members: 50, rounds: 1000, on: loop, into: &results)
        }
        if measures(anyOf: ["calls"]) {
            try await target.measureCalls(
                seed, workers: workers, rate: rate, seconds: seconds, on: loop, into: &results)
        }
        if measures(anyOf: ["attackers"]) {
            try await target.measureAttackers(
                attackers, addresses: attackerAddresses, seed: seed, seconds: seconds, on: loop, into: &results)
        }
        return results
    }

    private func raiseDescriptorLimit() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
    }
}
