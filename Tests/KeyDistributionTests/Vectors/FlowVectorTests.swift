import Foundation
import Testing

@testable import KeyDistribution

/// The recorded flows, repeated. `ECALL_WRITE_VECTORS=1` records them anew.
@Suite("Recorded flows")
struct FlowVectorTests {
    @Test("recorded flows are repeated byte for byte", .timeLimit(.minutes(2)))
    func repeated() async throws {
        let file = VectorFile(name: "e2ee2-flows")
        if VectorFile.isWriting { try file.write(FlowVectors.recording(Flow.all)) }
        let vectors: FlowVectors = try file.read()
        #expect(vectors.flows.map(\.number) == Array(1...40))
        #expect(try await vectors.differences() == [])
    }

    @Test("reports are repeated byte for byte")
    func reports() async throws {
        let file = VectorFile(name: "e2ee2-reports")
        if VectorFile.isWriting { try file.write(FlowVectors.recording(Flow.reports)) }
        let vectors: FlowVectors = try file.read()
        #expect(vectors.flows.map(\.number) == [45])
        #expect(try await vectors.differences() == [])
    }

    @Test("gestures are repeated byte for byte", .timeLimit(.minutes(1)))
    func gestures() async throws {
        let file = VectorFile(name: "e2ee2-gestures")
        if VectorFile.isWriting { try file.write(FlowVectors.recording(Flow.gestures)) }
        let vectors: FlowVectors = try file.read()
        #expect(vectors.flows.map(\.number) == [51, 52])
        #expect(try await vectors.differences() == [])
    }

    @Test("flows of recordings are repeated byte for byte", .timeLimit(.minutes(1)))
    func recording() async throws {
        let file = VectorFile(name: "e2ee2-recording")
        if VectorFile.isWriting { try file.write(FlowVectors.recording(Flow.recording)) }
        let vectors: FlowVectors = try file.read()
        #expect(vectors.flows.map(\.number) == [46, 47])
        #expect(try await vectors.differences() == [])
    }

    @Test("flows of a person's findings are repeated byte for byte", .timeLimit(.minutes(1)))
    func notes() async throws {
        let file = VectorFile(name: "e2ee2-notes")
        if VectorFile.isWriting { try file.write(FlowVectors.recording(Flow.notes)) }
        let vectors: FlowVectors = try file.read()
        #expect(vectors.flows.map(\.number) == [48, 49])
        #expect(try await vectors.differences() == [])
    }

    @Test("flows of a person's answers about held devices are repeated byte for byte", .timeLimit(.minutes(1)))
    func answers() async throws {
        let file = VectorFile(name: "e2ee2-answers")
        if VectorFile.isWriting { try file.write(FlowVectors.recording(Flow.answers)) }
        let vectors: FlowVectors = try file.read()
        #expect(vectors.flows.map(\.number) == [80, 81, 82])
        #expect(try await vectors.differences() == [])
    }

    @Test("flows of meetings and of statements are repeated byte for byte", .timeLimit(.minutes(1)))
    func meetings() async throws {
        let file = VectorFile(name: "e2ee2-meetings")
        if VectorFile.isWriting { try file.write(FlowVectors.recording(Flow.meetings)) }
        let vectors: FlowVectors = try file.read()
        #expect(vectors.flows.map(\.number) == [59, 60, 61, 62, 63, 64])
        #expect(try await vectors.differences() == [])
    }

    @Test("flows that prove who hears this device are reproduced byte for byte", .timeLimit(.minutes(1)))
    func proofs() async throws {
        let file = VectorFile(name: "e2ee2-proofs")
        if VectorFile.isWriting { try file.write(FlowVectors.recording(Flow.proofs)) }
        let vectors: FlowVectors = try file.read()
        #expect(vectors.flows.map(\.number) == [65, 66, 67, 83])
        #expect(try await vectors.differences() == [])
    }

    @Test("flows of each trust at each moment are repeated byte for byte", .timeLimit(.minutes(1)))
    func matrix() async throws {
        let file = VectorFile(name: "e2ee2-matrix")
        if VectorFile.isWriting { try file.write(FlowVectors.recording(Flow.matrix)) }
        let vectors: FlowVectors = try file.read()
        #expect(vectors.flows.map(\.number) == Array(100...148))
        #expect(try await vectors.differences() == [])
    }

    @Test("flows that decide which invites count are repeated byte for byte", .timeLimit(.minutes(1)))
    func invites() async throws {
        let file = VectorFile(name: "e2ee2-invites")
        if VectorFile.isWriting { try file.write(FlowVectors.recording(Flow.invites)) }
        let vectors: FlowVectors = try file.read()
        #expect(vectors.flows.map(\.number) == Array(68...75) + [84, 85])
        #expect(try await vectors.differences() == [])
    }

    @Test("flows of vouch chains to a person who was met are reproduced byte for byte", .timeLimit(.minutes(1)))
    func chains() async throws {
        let file = VectorFile(name: "e2ee2-chains")
        if VectorFile.isWriting { try file.write(FlowVectors.recording(Flow.chains)) }
        let vectors: FlowVectors = try file.read()
        #expect(vectors.flows.map(\.number) == [76, 77])
        #expect(try await vectors.differences() == [])
    }

    @Test("flows of absences are repeated byte for byte", .timeLimit(.minutes(1)))
    func absences() async throws {
        let file = VectorFile(name: "e2ee2-absences")
        if VectorFile.isWriting { try file.write(FlowVectors.recording(Flow.absences)) }
        let vectors: FlowVectors = try file.read()
        #expect(vectors.flows.map(\.number) == [50])
        #expect(try await vectors.differences() == [])
    }
}
