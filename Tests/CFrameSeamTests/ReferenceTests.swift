import CFrameSeam
import CFrameSeamTestSupport
import Dispatch
import Testing

@Suite("References to the frame seam", .timeLimit(.minutes(1)))
struct ReferenceTests {
    /// WebRTC's RefCountReleaseStatus.
    static let droppedLast: Int32 = 0
    static let othersRemain: Int32 = 1

    enum Kind: CaseIterable {
        case encryptor, decryptor

        func make(_ double: SeamDouble) -> UnsafeMutableRawPointer? {
            self == .encryptor ? double.makeEncryptor() : double.makeDecryptor()
        }
    }

    @Test("the context is released with the last reference", arguments: Kind.allCases, Way.allCases)
    func releasesContextOnce(kind: Kind, way: Way) throws {
        let double = SeamDouble()
        let seam = try #require(kind.make(double))
        caller_add_reference(way.rawValue, seam)
        caller_add_reference(way.rawValue, seam)
        #expect(caller_release(way.rawValue, seam) == Self.othersRemain)
        cframeseam_release(seam)
        #expect(double.releases == 0)
        #expect(caller_release(way.rawValue, seam) == Self.droppedLast)
        #expect(double.releases == 1)
    }

    @Test("the freeing destructor releases the context", arguments: Kind.allCases)
    func destructorReleasesContext(kind: Kind) throws {
        let double = SeamDouble()
        let seam = try #require(kind.make(double))
        caller_destroy(seam)
        #expect(double.releases == 1)
    }

    @Test("references of several threads are counted", arguments: Kind.allCases)
    func countsAcrossThreads(kind: Kind) throws {
        let double = SeamDouble()
        let seam = try #require(kind.make(double))
        let address = UInt(bitPattern: seam)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            let seam = UnsafeMutableRawPointer(bitPattern: address)
            for _ in 0..<200_000 {
                caller_add_reference(Way.slot.rawValue, seam)
                _ = caller_release(Way.slot.rawValue, seam)
            }
        }
        #expect(double.releases == 0)
        #expect(caller_release(Way.slot.rawValue, seam) == Self.droppedLast)
        #expect(double.releases == 1)
    }

    @Test("a seam without one of its functions is not made, and its context stays the caller's")
    func refusesMissingFunctions() {
        let double = SeamDouble()
        let context = Unmanaged.passUnretained(double).toOpaque()
        #expect(
            cframeseam_make_encryptor(
                cframeseam_sealer(context: context, seal: nil, release: { SeamDouble.release($0) })) == nil)
        #expect(
            cframeseam_make_encryptor(
                cframeseam_sealer(context: context, seal: { _, _, _, _, _, _, _ in false }, release: nil)) == nil)
        #expect(
            cframeseam_make_decryptor(
                cframeseam_opener(context: context, open: nil, release: { SeamDouble.release($0) })) == nil)
        #expect(
            cframeseam_make_decryptor(
                cframeseam_opener(context: context, open: { _, _, _, _, _, _ in 0 }, release: nil)) == nil)
        #expect(double.releases == 0)
        cframeseam_release(nil)
    }

    @Test("nothing is attached without a sender or receiver", arguments: Kind.allCases)
    func refusesToAttach(kind: Kind) throws {
        let double = SeamDouble()
        let seam = try #require(kind.make(double))
        #expect(!(kind == .encryptor ? cframeseam_attach_encryptor(nil, seam) : cframeseam_attach_decryptor(nil, seam)))
        #expect(caller_release(Way.slot.rawValue, seam) == Self.droppedLast)
        #expect(double.releases == 1)
    }
}
