import Foundation
import TestSupport
import Testing

/// Every decoder of foreign bytes, with its stored inputs and mutations of them (docs/decisions/0057-…).
@Suite("Foreign bytes", .timeLimit(.minutes(10)))
struct ReplayTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// Printed once: it is all that remains of a mutation that ends the process.
    private static let seed = SeededGenerator.fromEnvironment().seed

    @Test("stored inputs are read as before, and every property holds for them", arguments: FuzzTarget.all.map(\.name))
    func replay(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let corpus = try Corpus(of: target)
        #expect(!corpus.inputs.isEmpty)
        let recorded = try Corpus.recorded()[name]
        var verdicts: Set<Bool> = []
        for input in corpus.inputs {
            let verdict: Verdict
            do { verdict = try target.run(input.bytes) } catch {
                Issue.record("\(name)/\(input.name): \(error)")
                continue
            }
            verdicts.insert(verdict == .refused)
            if target.isShared { #expect(recorded?[input.name] == verdict.text, "\(name)/\(input.name)") }
        }
        // A corpus of which nothing is accepted tests only the first check.
        #expect(verdicts == [true, false], "both what is taken and what is refused")
    }

    @Test(
        "every property holds for mutations of the stored inputs; SEED repeats them, FUZZ_CHANGES sets their number",
        arguments: FuzzTarget.all.map(\.name))
    func changes(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let mutator = Mutator(inputs: try Corpus(of: target).inputs.map(\.bytes), longest: target.longest)
        // Each target has its own random order, so that a filtered one repeats what it did among all.
        var generator = SeededGenerator(seed: Self.seed ^ fnv1a(name.utf8))
        for _ in 0..<(Self.environment["FUZZ_CHANGES"].flatMap(Int.init) ?? 300) {
            let input = mutator.next(using: &generator)
            do { _ = try target.run(input) } catch {
                Issue.record("\(name), SEED=\(Self.seed): \(error): \(Data(input).base64EncodedString())")
                return
            }
        }
    }

    /// With `FUZZ_EXCHANGE=FILE` verdicts of that many changes are written, a line each: the page's tests compare them.
    @Test("verdicts of changes are written for the page", .enabled(if: environment["FUZZ_EXCHANGE"] != nil))
    func exchange() throws {
        var generator = SeededGenerator(seed: Self.seed)
        var lines = ""
        for target in FuzzTarget.all where target.isShared {
            let mutator = Mutator(inputs: try Corpus(of: target).inputs.map(\.bytes), longest: target.longest)
            for _ in 0..<(Self.environment["FUZZ_CHANGES"].flatMap(Int.init) ?? 1000) {
                let input = mutator.next(using: &generator)
                lines += "\(target.name) \(try target.run(input).text) \(Data(input).base64EncodedString())\n"
            }
        }
        try lines.write(toFile: try #require(Self.environment["FUZZ_EXCHANGE"]), atomically: true, encoding: .utf8)
    }

    /// With `ECALL_WRITE_VECTORS=1`, inputs that must be sealed are made, and verdicts are recorded again.
    @Test("verdicts are recorded", .enabled(if: environment["ECALL_WRITE_VECTORS"] == "1"))
    func record() throws {
        for (name, inputs) in try FuzzTarget.sealedInputs() {
            for (number, input) in inputs.enumerated() {
                try Data(input).write(to: Corpus.folder.appending(path: "\(name)/sealed-\(number).bin"))
            }
        }
        var recorded: [String: [String: String]] = [:]
        for target in FuzzTarget.all where target.isShared {
            for input in try Corpus(of: target).inputs {
                recorded[target.name, default: [:]][input.name] = try target.run(input.bytes).text
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try (encoder.encode(recorded) + Data("\n".utf8)).write(to: Corpus.verdicts)
    }
}
