import Testing

/// Refusals of both implementations: objects that are malformed, and messages of a hostile server in a call.
struct RefusalVectors: Codable, Equatable, Sendable {
    let objects: [RefusedObject]
    let flows: FlowVectors
}

/// The recorded refusals, repeated. `ECALL_WRITE_VECTORS=1` records them anew.
@Suite("Recorded refusals")
struct RefusalVectorTests {
    @Test("each object is refused for its reason, and the flows are repeated byte for byte", .timeLimit(.minutes(1)))
    func repeated() async throws {
        let file = VectorFile(name: "e2ee2-refusals")
        let primitives = try PrimitiveVectorTests.recorded.get().made
        if VectorFile.isWriting {
            let objects = try ObjectBreaker(primitives).objects
            try file.write(RefusalVectors(objects: objects, flows: .recording(Flow.refusals)))
        }
        let vectors: RefusalVectors = try file.read()
        #expect(try ObjectBreaker(primitives).objects == vectors.objects)
        for object in vectors.objects {
            #expect(object.refusal == object.error, "\(object.kind) \(object.name)")
        }
        #expect(vectors.flows.flows.map(\.name) == Flow.refusals.map(\.name))
        #expect(try await vectors.flows.differences() == [])
    }
}
