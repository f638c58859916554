import ArgumentParser
import ECallCore
import Foundation
import GRDB

/// `ecall-bench group`: calls of many people on this machine, a few of them real and the others light.
struct GroupBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group", abstract: "Measure calls of many people.",
        discussion: "Start it by Scripts/in-namespace, which gives it a network of its own.")

    @Option(help: "How many people; may be repeated. Without: a curve of 2 to 50.")
    var people: [Int] = []
    @Option(help: "How many of them are command lines with video and sound; the last comes last.")
    var real = 2
    @Option(help: "Rounds of each measurement.")
    var rounds = 3
    @Option(help: "The directory with ecall and ecall-server; by default that of this program.")
    var binaries = Program.folder
    @Option(help: "Where the figures go, as JSON.")
    var json: String?
    @Option(help: "The address that media go to.")
    var mediaAddress = "10.77.0.1"

    func validate() throws {
        guard people.allSatisfy({ (2...50).contains($0) }), (2...8).contains(real), (1...20).contains(rounds) else {
            throw ValidationError("people: 2 to 50; real: 2 to 8; rounds: 1 to 20")
        }
    }

    func run() async throws {
        let counts = people.isEmpty ? [2, 4, 8, 16, 32, 50] : people
        let directory = FileManager.default.temporaryDirectory.path + "/ecall-group-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let data = directory + "/server"
        let arguments = [
            "serve", "--dev", "--port", "0", "--data", data, "--media-address", mediaAddress,
            "--set", "limits.connectionsPerAddress=4000",
        ]
        let points = try await Program.run(binaries + "/ecall-server", arguments, ready: "listening on ") {
            program, line in
            let url = String(line.split(separator: " ").last ?? "")
            let stage = try await GroupStage.make(
                people: counts.max() ?? 2, real: real, url: url, data: data, home: directory + "/profiles",
                ecall: binaries + "/ecall", server: program.id)
            let result: Result<[GroupPoint], any Error>
            do { result = .success(try await measure(counts, on: stage)) } catch { result = .failure(error) }
            await stage.end()
            return try result.get()
        }
        try write(points)
    }

    private func measure(_ counts: [Int], on stage: GroupStage) async throws -> [GroupPoint] {
        var points: [GroupPoint] = []
        for count in counts {
            let point = try await GroupCall(stage: stage, people: count, rounds: rounds).measure()
            points.append(point)
            try write(points)
        }
        return points
    }

    private func write(_ points: [GroupPoint]) throws {
        Swift.print(GroupTable.text(points))
        guard let json else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(points).write(to: URL(fileURLWithPath: json))
    }
}

/// The figures as they go into docs/benchmarks.md.
enum GroupTable {
    static func text(_ points: [GroupPoint]) -> String {
        var lines = [
            "| people (real) | heard, ms | seen, ms | keys p50, ms | p99 | last | processor, ms | server, cores | MB | Janus, cores | MB | real, cores | MB | threads | fds | light, cores | MB | load |",
            "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
        ]
        for point in points {
            let keys = point.keyChange.sorted()
            let cells: [String] = [
                "\(point.people) (\(point.real))", range(point.heard), range(point.seen),
                keys.isEmpty ? "–" : text1(percentile(keys, 0.5)), keys.isEmpty ? "–" : text1(percentile(keys, 0.99)),
                keys.last.map(text1) ?? "–", range(point.keyChangeProcessor.map { Int($0.rounded()) }),
                cores(point.server), memory(point.server), cores(point.janus), memory(point.janus),
                cores(point.realPerson), memory(point.realPerson), count(point.realPerson?.threads),
                count(point.realPerson?.descriptors), cores(point.lightPerson), memory(point.lightPerson),
                String(format: "%.1f", point.load),
            ]
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n")
    }

    private static func text1(_ value: Double) -> String { String(format: "%.0f", value) }
    private static func range(_ values: [Int]) -> String {
        guard let low = values.min(), let high = values.max() else { return "–" }
        return low == high ? "\(low)" : "\(low) – \(high)"
    }
    private static func cores(_ sample: ProcessSample?) -> String {
        sample.map { String(format: "%.3f", $0.processor) } ?? "–"
    }
    private static func memory(_ sample: ProcessSample?) -> String {
        sample.map { String(format: "%.1f", $0.memory) } ?? "–"
    }
    private static func count(_ value: Double?) -> String { value.map { String(format: "%.0f", $0) } ?? "–" }
}
