import Testing

@testable import ECallFlowsTestSupport

@Suite("How a phone rings", .timeLimit(.minutes(1)))
struct SystemStoryTests {
    @Test("each story goes as written, and breaks no rule of the system", arguments: SystemStories.all)
    func story(telling: SystemTelling) { telling.tell() }
}
