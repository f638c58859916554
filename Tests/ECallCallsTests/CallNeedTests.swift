import Testing

@testable import ECallCalls

@Suite("Resources that a call takes from its process", .timeLimit(.minutes(1)))
struct CallNeedTests {
    private static func capacity(_ descriptors: Int?, _ threads: Int?) -> ProcessCapacity {
        func measure(_ free: Int?) -> ProcessCapacity.Measure? { free.map { .init(limit: $0 + 40, used: 40) } }
        return ProcessCapacity(descriptors: measure(descriptors), threads: measure(threads))
    }

    @Test(
        "resources grow with pictures that are received, and little with participants",
        arguments: [
            // One sends, one receives sound, and one each slot that can be filled; twice, while a connection is lost.
            (2, 4, 64 + 2 + 6 * 14, 24 + 1 + 6 * 9), (5, 4, 64 + 8 + 12 * 14, 24 + 4 + 12 * 9),
            (50, 4, 64 + 98 + 12 * 14, 24 + 49 + 12 * 9), (50, 25, 64 + 98 + 54 * 14, 24 + 49 + 54 * 9),
            (2, 25, 64 + 2 + 6 * 14, 24 + 1 + 6 * 9), (1, 4, 64 + 4 * 14, 24 + 4 * 9),
        ])
    func need(people: Int, slots: Int, descriptors: Int, threads: Int) {
        let need = CallNeed(people: people, slots: slots)
        #expect(need.descriptors == descriptors && need.threads == threads)
    }

    @Test("the usual 1 024 open files carry fifty people with four pictures, and 4 096 with 25")
    func usual() {
        for (files, slots) in [(1_024, 4), (4_096, 25)] {
            let capacity = ProcessCapacity(descriptors: .init(limit: files, used: 60), threads: nil)
            #expect(CallNeed(people: CallNeed.mostPeople, slots: slots).failure(on: capacity) == nil)
        }
    }

    @Test("the error names the missing resource and the limit it needs")
    func failures() {
        let need = CallNeed(people: 5, slots: 4)
        let table: [(ProcessCapacity, CallFailure?)] = [
            (Self.capacity(nil, nil), nil),
            (Self.capacity(need.descriptors, need.threads), nil),
            (Self.capacity(need.descriptors - 1, need.threads), .tooFewFiles(people: 5, limit: 512)),
            (Self.capacity(nil, need.threads - 1), .tooFewThreads(people: 5, limit: 256)),
            (Self.capacity(0, 0), .tooFewFiles(people: 5, limit: 512)),
            (ProcessCapacity(descriptors: .init(limit: 10, used: 60)), .tooFewFiles(people: 5, limit: 512)),
        ]
        for (capacity, failure) in table { #expect(need.failure(on: capacity) == failure) }
    }
}
