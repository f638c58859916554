@_spi(Phone) import SwiftUI
import Testing
@_spi(Phone) import UIKit

@testable import AppSystem

@Suite("Windows of the phone", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct PhoneWindowsTests {
    private func texts(_ window: UIWindow) -> Any? {
        (window.rootViewController as? UIHostingController<AnyView>)?.rootView
    }

    @Test("a window shown above lies over alerts and has the keyboard until it is removed")
    func above() throws {
        let screen = Screen()
        let main = try #require(screen.scene.windows.first)
        screen.windows.showAbove(AnyView(EmptyView()))
        let above = try #require(screen.scene.windows.last)
        #expect(screen.scene.windows.count == 2 && screen.windows.front === above)
        #expect(above.windowLevel.rawValue > UIWindow.Level.alert.rawValue)
        #expect(above.isKeyWindow && !main.isKeyWindow && !above.isHidden)
        #expect(texts(above) != nil)
        // Another view replaces the first one.
        screen.windows.showAbove(AnyView(EmptyView()))
        #expect(screen.scene.windows.count == 2 && screen.windows.front === above)
        screen.windows.showAbove(nil)
        #expect(above.isHidden && main.isKeyWindow && screen.windows.front === main)
        screen.windows.showAbove(nil)
        screen.windows.showAbove(AnyView(EmptyView()))
        #expect(screen.windows.front !== main && screen.windows.front !== above)
    }

    @Test("a sheet is presented on the front window")
    func front() throws {
        let screen = Screen()
        let root = try #require(screen.scene.windows.first?.rootViewController)
        #expect(screen.windows.frontController === root)
        let sheet = UIViewController()
        root.present(sheet, animated: true)
        #expect(screen.windows.frontController === sheet)
        screen.windows.showAbove(AnyView(EmptyView()))
        #expect(screen.windows.frontController === screen.windows.front?.rootViewController)
        #expect(screen.windows.frontController !== sheet)
    }

    @Test("the foreground scene is used")
    func scenes() {
        let (back, fore) = (UIWindowScene.launched(), UIWindowScene.launched())
        back.state = .background
        UIApplication.shared.connectedScenes = [back, fore]
        #expect(PhoneWindows().front === fore.windows.first)
        fore.state = .background
        UIApplication.shared.connectedScenes = [fore]
        #expect(PhoneWindows().front === fore.windows.first)
    }

    @Test("an app launched by a push without a screen shows nothing")
    func noScene() {
        UIApplication.shared.connectedScenes = []
        let windows = PhoneWindows()
        windows.showAbove(AnyView(EmptyView()))
        #expect(windows.front == nil && windows.frontController == nil)
    }
}
