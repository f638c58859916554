import ECallFlows
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("Permissions on a screen", .timeLimit(.minutes(1)))
struct PermissionsViewTests {
    private static func screen(_ state: PermissionsFlow, isFirst: Bool) -> Screen<PermissionsFlow> {
        Screen(state: state) { store, outward in
            PermissionsView(store: store, goOn: isFirst ? { @MainActor @Sendable in outward.tell("go on") } : nil)
        }
    }

    private static func looked(_ statuses: [Permission.Status]) -> PermissionsFlow {
        let pairs = Array(zip(Permission.allCases, statuses))
        return PermissionsFlow().after(.looked(Dictionary(uniqueKeysWithValues: pairs)))
    }

    private static let statuses: [Permission.Status] = [.notAsked, .allowed, .denied, .restricted]

    @Test("every status is spoken, and every button acts, in the settings and after the first sign-in")
    func screens() async {
        for isFirst in [false, true] {
            await Self.screen(PermissionsFlow(), isFirst: isFirst).check("nothing known")
            let asking = Self.looked([.notAsked, .notAsked, .denied]).after(.chose(.microphone))
            await Self.screen(asking, isFirst: isFirst).check("asking")
            for index in 0..<4 {
                let rows = (index..<index + 3).map { Self.statuses[$0 % 4] }
                await Self.screen(Self.looked(rows), isFirst: isFirst).check("\(rows)")
            }
        }
    }

    @Test("each row gives the reason, the status and the action of its button")
    func rows() async {
        let open = await Self.screen(Self.looked([.notAsked, .denied, .restricted]), isFirst: false).open()
        #expect(open.walk.has("Microphone, So people can hear you."))
        #expect(open.walk.has("Blocked") && open.walk.has("Not allowed on this device"))
        #expect(!open.walk.has("Allow: Notifications") && !open.walk.has("Continue"))
        #expect(await open.walk.perform(.press, on: "Allow: Microphone"))
        #expect(await open.walk.perform(.press, on: "Open Settings: Camera") == false)
        await open.store.settled()
        #expect(open.effects.all == [.look, .ask(.microphone)])
    }

    @Test("after the first sign-in the screen leads into the app, whatever is allowed")
    func goesOn() async {
        for statuses in [[Permission.Status.notAsked, .notAsked, .notAsked], [.denied, .denied, .denied]] {
            let open = await Self.screen(Self.looked(statuses), isFirst: true).open()
            #expect(open.walk.has("You’re all set"))
            #expect(await open.walk.perform(.press, on: "Continue"))
            #expect(open.outward.told == ["go on"])
        }
    }
}
