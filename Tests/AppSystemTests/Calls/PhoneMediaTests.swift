import ECallAPI
import ECallFlows
import ECallMedia
import Foundation
import TestSupport
import Testing
@_spi(Phone) import UIKit

@testable import AppSystem

@Suite("Calls and media of the phone", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct PhoneMediaTests {
    @Test("a tile shows the camera or the screen of its participant")
    func surfaces() {
        #expect(VideoSurface(.own) == VideoSurface(person: nil, kind: .camera))
        #expect(VideoSurface(.person(7)) == VideoSurface(person: 7, kind: .camera))
        #expect(VideoSurface(.screen(7)) == VideoSurface(person: 7, kind: .screen))
    }

    @Test("calls of a launched phone go through its call screen, which receives their events")
    func joins() throws {
        try withTemporaryDirectory { base in
            let phone = Phone(files: base)
            #expect(phone.calls == nil)
            #expect(phone.application(.shared, didFinishLaunchingWithOptions: nil))
            let calls = try #require(phone.calls)
            NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
            #expect(calls.center.state.isInBackground)
            NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
            #expect(!calls.center.state.isInBackground)
        }
    }
}
