import ECallAPI
import ECallSecurity
import TestSupport
import Testing

@testable import KeyDistribution

/// Joins that are not admitted (e2ee 3): nothing goes to their devices.
@Suite("Refused joins")
struct JoinRefusalTests {
    private let scene = Scene()

    init() {
        scene.found("ana", inviting: ["bo", "cem"])
        scene.run(for: 1_000)
    }

    private func entry(_ name: String) throws -> OwnEntry {
        var random = SeededGenerator(seed: 99)
        return try OwnEntry(
            SceneCast.plain.device(name), room: Scene.room, seq: 1_800_000_000_000,
            secrets: .draw(postQuantum: false, using: &random))
    }

    /// Ana gets the join, and bo is listed; whether she opens a channel to it.
    private func isAdmitted(_ text: String, from name: String = "bo") -> Bool {
        scene.handle("ana", .listed([scene.address("ana"), scene.address(name)]))
        scene.handle("ana", .message(.join, from: scene.address(name), text))
        scene.run(for: 600)
        return scene.device("ana").core.peers[scene.address(name)]?.current?.sending != nil
    }

    @Test("a valid join is admitted")
    func control() throws {
        #expect(isAdmitted(try entry("bo").join.text))
    }

    @Test("address-mismatch: the identity of one device does not admit the join of another")
    func mixed() throws {
        let (bo, cem) = (try entry("bo").join.text, try entry("cem").join.text)
        let parts = bo.split(separator: "~", omittingEmptySubsequences: false)
        let others = cem.split(separator: "~", omittingEmptySubsequences: false)
        #expect(!isAdmitted("\(others[0])~\(parts[1])~~"))
        #expect(!isAdmitted("\(parts[0])~\(others[1])~~"))
    }

    @Test("a join that comes after its leave is refused")
    func leftAlready() throws {
        let entry = try entry("bo")
        scene.handle("ana", .message(.leave, from: scene.address("bo"), entry.leave.text))
        #expect(!isAdmitted(entry.join.text))
        #expect(scene.device("ana").core.peers[scene.address("bo")]?.current == nil)
    }

    @Test("a person whom the server adds as soon as the call begins is held: the caller knows whom it rang")
    func added() throws {
        #expect(!isAdmitted(try entry("eve").join.text, from: "eve"))
        #expect(scene.member("eve", of: "ana")?.trust == .held(.uninvited))
    }

    @Test("a join in the own name is never accepted")
    func ownAddress() throws {
        #expect(!isAdmitted(try entry("ana").join.text, from: "ana"))
        #expect(scene.device("ana").core.peers[scene.address("ana")] == nil)
    }

    @Test("a join with one changed character of base64 is refused, wherever it is")
    func damaged() throws {
        let text = Array(try entry("bo").join.text)
        for position in stride(from: 0, to: text.count, by: 97) {
            var damaged = text
            damaged[position] = damaged[position] == "A" ? "B" : "A"
            #expect(throws: SignedObjectError.self) { try Join(verifying: String(damaged)) }
        }
    }
}
