import Testing

@testable import ECallServer

@Suite("Port ranges of the media servers", .timeLimit(.minutes(1)))
struct MediaPortsTests {
    @Test(
        "a range is judged by the calls that fit",
        arguments: [
            (3, 1, 50, "a call of two takes 4"), (4, 2, 50, "a call of two takes 8"),
            (11, 1, 50, "used up by 1 call of two with video; one call of 50 (limits.callParticipants) takes 300"),
            (11, 1, 2, "takes 12, or 4 without video"), (12, 1, 2, nil), (12, 2, 2, "takes 24"),
            (299, 1, 50, "takes 300"),
            (300, 1, 50, nil), (300, 2, 50, "takes 600"), (5000, 2, 100, nil),
        ] as [(Int, Int, Int, String?)])
    func janus(count: Int, families: Int, participants: Int, says: String?) {
        let janus = 20_000...(20_000 + count - 1)
        let said =
            [MediaPorts.problem(janus: janus, families: families)].compactMap(\.self)
            + MediaPorts.warnings(
                janus: janus, relays: 25_000...29_999, participants: participants, families: families)
        guard let says else {
            #expect(said == [])
            return
        }
        #expect(said.count == 1 && said.first?.contains(says) == true, "\(said)")
    }

    @Test(
        "relays are judged by one call of two",
        arguments: [(19, 1, true), (20, 1, false), (39, 2, true), (40, 2, false)])
    func relays(count: Int, families: Int, isSaid: Bool) {
        let said = MediaPorts.warnings(
            janus: 20_000...24_999, relays: 25_000...(25_000 + count - 1), participants: 2, families: families)
        #expect(said.isEmpty != isSaid)
    }
}
