import Testing

@testable import FrameCrypto

@Suite("KIDs of sender keys", .timeLimit(.minutes(1)))
struct SenderFrameKeyIDTests {
    @Test(
        "every field has its bits",
        arguments: [
            (0, 0, 0, 0, 0, 0x8000_0000_0000_0000), (1, 0, 0, 0, 0, 0x8040_0000_0000_0000),
            (511, 0, 0, 0, 0, 0xFFC0_0000_0000_0000), (0, 63, 0, 0, 0, 0x803F_0000_0000_0000),
            (0, 0, 0xFFFF, 0, 0, 0x8000_FFFF_0000_0000), (0, 0, 0, 0x3FFF_FFFF, 0, 0x8000_0000_FFFF_FFFC),
            (0, 0, 0, 0, 3, 0x8000_0000_0000_0003), (0x1AB, 0x15, 0x1234, 0x2BCD_EF01, 2, 0xEAD5_1234_AF37_BC06),
        ] as [(UInt32, UInt8, UInt16, UInt32, UInt8, UInt64)])
    func fields(generation: UInt32, step: UInt8, run: UInt16, random: UInt32, layer: UInt8, value: UInt64) {
        let keyID = SenderFrameKeyID(generation: generation, step: step, run: run, random: random, layer: layer)
        #expect(keyID.rawValue == value)
        #expect(SenderFrameKeyID(value) == keyID)
        #expect(keyID.generation == UInt16(generation) && keyID.step == step && keyID.run == run)
        #expect(keyID.random == random && keyID.layer == layer)
    }

    @Test("values that are too large are cut, and only the last 9 bits of a generation remain")
    func cut() {
        let keyID = SenderFrameKeyID(generation: 0xFFFF_FE05, step: 0xFF, run: 7, random: .max, layer: 0xFF)
        #expect(keyID.generation == 5 && keyID.step == 63 && keyID.random == 0x3FFF_FFFF && keyID.layer == 3)
        #expect(SenderFrameKeyID(.max >> 1) == nil)
    }

    @Test("KIDs of one run differ in the layer alone")
    func sameRun() {
        let keyID = SenderFrameKeyID(generation: 1, step: 2, run: 3, random: 4, layer: 0)
        for bit in 0..<63 {
            let other = SenderFrameKeyID(keyID.rawValue ^ 1 << UInt64(bit))
            #expect(other?.sharesRun(with: keyID) == (bit < 2))
        }
    }
}
