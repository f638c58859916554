import ECallAPI
import TestSupport
import Testing

@testable import ECallCalls

@Suite("People whom this device has rung")
struct RungPeopleTests {
    @Test("people are kept for the newest call alone, with those who came by a link")
    func kept() {
        let rung = RungPeople(MemoryStorage())
        #expect(rung.of(7) == .init())
        rung.add([3, 2], to: 7)
        rung.add([3, 4], to: 7)
        #expect(rung.of(7) == .init(people: [2, 3, 4]) && rung.of(8) == .init())
        rung.add([6], to: 7, isByLink: true)
        rung.add([3], to: 7)
        #expect(rung.of(7) == .init(people: [2, 3, 4, 6], byLink: [6]))
        rung.add([5], to: 8)
        #expect(rung.of(8) == .init(people: [5]) && rung.of(7) == .init())
    }

    @Test("people beyond those who can be rung are not kept")
    func bounded() {
        let rung = RungPeople(MemoryStorage())
        for start in stride(from: UInt64(1), to: 2000, by: 100) {
            rung.add(Array(start..<start + 100), to: 7, isByLink: true)
        }
        let kept = rung.of(7)
        #expect(kept.people.count == 512 && kept.byLink == kept.people)
    }
}
