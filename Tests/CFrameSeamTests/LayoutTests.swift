import CFrameSeamTestSupport
import Testing

@Suite("Binary interface of the frame seam", .timeLimit(.minutes(1)))
struct LayoutTests {
    @Test("the compiler lays out the declarations as the table states", arguments: 0..<caller_fact_count())
    func matchesTable(index: Int) {
        let name = String(cString: caller_fact_name(index))
        #expect(caller_fact_measured(index) == caller_fact_stated(index), "\(name)")
    }
}
