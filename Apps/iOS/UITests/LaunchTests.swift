import XCTest

/// The app in a simulator, from its launch to its first screen.
final class LaunchTests: XCTestCase {
    /// Limit: a simulator that has just started takes long to launch its first app.
    private let limit: TimeInterval = 60

    @MainActor
    func testFirstScreenOffersSomethingToDo() {
        let app = XCUIApplication()
        app.launch()
        XCTAssertTrue(app.buttons.firstMatch.waitForExistence(timeout: limit))
        let picture = XCTAttachment(screenshot: app.screenshot())
        picture.lifetime = .keepAlways
        add(picture)
    }
}
