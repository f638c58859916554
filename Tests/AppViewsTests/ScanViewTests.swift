import ECallAPI
import ECallContacts
import ECallFlows
@_spi(Walk) import SwiftUI
import Testing

@testable import AppViews

@MainActor
@Suite("Scanning on a screen", .timeLimit(.minutes(1)))
struct ScanViewTests {
    private nonisolated static let token = String(repeating: "aB3", count: 14) + "x"
    private nonisolated static let link = "https://calls.example.org/share/contact/\(token)"
    private static let other = "https://calls.example.org/share/contact/\(String(token.reversed()))"
    private static let callLink = "https://calls.example.org/#/call/7/2/\(token)"
    private static let own = DeviceIdentity(user: 1, device: 11)

    private static func flow(_ aim: ScannedCode.Aim? = nil) -> ScanFlow {
        ScanFlow(server: "calls.example.org", own: own, aim: aim)
    }

    private static func on(torch: Bool = true) -> ScanFlow {
        flow().after(
            .shown, .namesLoaded(.success([2: "Bo"])), .permission(.granted), .cameraStarted(.success(torch)))
    }

    private static func screen(_ state: ScanFlow) -> Screen<ScanFlow> {
        Screen(state: state) { store, outward in
            ScanView(store: store) {
                outward.tell("found \($0)")
            } leave: {
                outward.tell("leave")
            } preview: {
                EmptyView()
            }
        }
    }

    enum Stage: CaseIterable {
        case off, asking, starting, on, reading, choosing, found

        init(_ stage: ScanFlow.Stage) {
            switch stage {
            case .off: self = .off
            case .asking: self = .asking
            case .starting: self = .starting
            case .on: self = .on
            case .reading: self = .reading
            case .choosing: self = .choosing
            case .found: self = .found
            }
        }
    }

    private static func states() -> [(String, ScanFlow)] {
        let unasked = flow().after(.shown, .namesLoaded(.success([:])), .permission(.notAsked))
        let starting = unasked.after(.startedCamera, .permission(.granted))
        let reading = on().after(.askedForPicture)
        let bo = ScannedCode.Aim(device: DeviceIdentity(user: 2, device: 21), name: "Bo")
        return [
            ("new", flow()), ("to compare", flow(bo)),
            ("to vouch", flow(.init(device: .init(user: 1, device: 12), name: "Mac"))),
            ("unasked", unasked), ("asking", unasked.after(.startedCamera)), ("starting", starting), ("on", on()),
            ("on with torch", on().after(.setTorch(true))), ("on without torch", on(torch: false)),
            ("stopped", on().after(.stoppedCamera)), ("lost", on().after(.cameraLost)),
            ("denied", flow().after(.shown, .permission(.denied))),
            ("restricted", flow().after(.shown, .permission(.restricted))),
            ("no camera", starting.after(.cameraStarted(.failure(.noCamera)))),
            ("not started", starting.after(.cameraStarted(.failure(.notStarted)))), ("reading", reading),
            ("no code", reading.after(.picture(.codes([])))), ("unreadable", reading.after(.picture(.unreadable))),
            ("something else", on().after(.saw(["WIFI:T:WPA;S:home;;"]))),
            (
                "no names",
                flow().after(
                    .shown, .permission(.granted), .cameraStarted(.success(false)),
                    .saw([
                        "ecall:2:5_51:V-aG9cmTyWc4UPKIB3a2SbkUq-mamMi-E-sUX4Chl04:1_11:V-aG9cmTyWc4UPKIB3a2SbkUq-mamMi-E-sUX4Chl04"
                    ]),
                    .namesLoaded(.failure(.server(Sample.offline))))
            ),
            ("several", on().after(.saw([link, other, callLink]))), ("found", on().after(.saw([link]))),
        ]
    }

    @Test("every stage is spoken, and each of its controls acts")
    func screens() async {
        let states = Self.states()
        #expect(Set(states.map { Stage($0.1.stage) }) == Set(Stage.allCases))
        #expect(states.contains { $0.1.namesFailure != nil })
        for (name, state) in states {
            await Self.screen(state).check(name, hasProblem: state.problem != nil || state.namesFailure != nil)
        }
    }

    @Test("every problem has a title and says what to do")
    func problems() {
        let all: [ScanFlow.Problem] = [
            .denied, .restricted, .noCamera, .notStarted, .lost, .noCode, .unreadable, .notAContactLink,
            .malformedToken, .otherServer, .damagedCallLink,
        ]
        for problem in all { #expect(Walk.of(Phrase(problem.title)).count + Walk.of(Phrase(problem.text)).count == 2) }
    }

    @Test("the screen asks for the camera, offers several codes, and reports the chosen one")
    func scans() async {
        let outward = Outward()
        let effects = NotedEffects<ScanFlow> { effect in
            switch effect {
            case .loadNames: .namesLoaded(.success([:]))
            case .readPermission: .permission(.notAsked)
            case .askPermission: .permission(.granted)
            case .startCamera: .cameraStarted(.success(true))
            case .setTorch(let isOn): .torchChanged(isOn)
            case .pickPicture: .picture(.codes([Self.link]))
            case .stopCamera, .openSettings: nil
            }
        }
        let store = FlowStore(Self.flow(), effects: effects)
        let walk = Walk(
            ScanView(store: store, found: { outward.tell("\($0)") }, leave: {}, preview: { EmptyView() }))
        await walk.settled()
        await store.settled()
        #expect(walk.has("The camera is off.") && !walk.has("Camera preview"))
        #expect(await walk.perform(.press, on: "Use camera"))
        await store.settled()
        #expect(walk.has("Camera preview") && walk.has("Hold the code in the frame."))
        #expect(await walk.perform(.toggle, on: "Torch"))
        await store.settled()
        #expect(walk.elements.first { $0.label == "Torch" }?.value == "1")
        store.send(.saw([Self.link, Self.other]))
        #expect(walk.has("More than one code was found. Choose the one you mean."))
        #expect(outward.told.isEmpty)
        #expect(await walk.perform(.press, on: "Contact link ending in \(Self.token.suffix(4))"))
        #expect(outward.told == ["\(ScannedCode.contactLink(token: Self.token))"])
        #expect(await walk.perform(.press, on: "Scan again"))
        await store.settled()
        #expect(await walk.perform(.press, on: "Choose a picture"))
        await store.settled()
        _ = walk.elements
        #expect(outward.told.count == 2 && effects.all.contains(.pickPicture))
    }

    @Test("the camera stops when the screen closes or the app goes to the background, and starts on return")
    func hides() async {
        let open = await Screen(state: Self.on()) { store, _ in Hiding(store: store) }.open()
        #expect(await open.walk.perform(.press, on: "Background"))
        await open.store.settled()
        #expect(open.store.state.stage == .off && open.effects.all.contains(.stopCamera))
        #expect(await open.walk.perform(.press, on: "Active"))
        open.store.send(.permission(.granted))
        open.store.send(.cameraStarted(.success(true)))
        #expect(open.store.state.stage == .on(torch: false))
        #expect(await open.walk.perform(.press, on: "Hide"))
        #expect(open.store.state.stage == .off && !open.walk.has("Close"))
    }
}

/// A screen that disappears, and an app that goes to the background.
private struct Hiding: View {
    @State private var isShown = true
    @State private var phase = ScenePhase.active
    let store: FlowStore<ScanFlow>

    var body: some View {
        button("Hide") { isShown = false }
        button("Background") { phase = .background }
        button("Active") { phase = .active }
        if isShown {
            ScanView(store: store, found: { _ in }, leave: {}, preview: { EmptyView() })
                .environment(\.scenePhase, phase)
        }
    }

    private func button(_ name: String, action: @escaping @MainActor () -> Void) -> some View {
        Button(action: action) { Text(verbatim: name) }
    }
}
