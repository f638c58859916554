import ECallLanguage
import Synchronization
import Testing

@testable import ECallFlows

@Suite("The flow of permissions", .timeLimit(.minutes(1)))
struct PermissionsFlowTests {
    private typealias Statuses = [Permission: Permission.Status]

    private static func run(
        _ rows: [(PermissionsFlow.Action, [PermissionsFlow.Effect])], from flow: PermissionsFlow
    ) -> PermissionsFlow {
        FlowTable.run(rows, from: flow)
    }

    private static func statuses(
        _ microphone: Permission.Status, _ camera: Permission.Status, _ notifications: Permission.Status = .allowed
    ) -> [Permission: Permission.Status] {
        [.microphone: microphone, .camera: camera, .notifications: notifications]
    }

    private static func looked(_ statuses: [Permission: Permission.Status]) -> PermissionsFlow {
        run([(.refreshed, [.look]), (.looked(statuses), [])], from: PermissionsFlow())
    }

    private static let new = looked(statuses(.notAsked, .notAsked, .notAsked))

    // MARK: - Rows

    @Test("one row has the prominent button: the first one not asked yet, else the first one refused")
    func prominent() {
        let all: [Permission.Status] = [.notAsked, .allowed, .denied, .restricted]
        for microphone in all {
            for camera in all {
                for notifications in all {
                    let flow = Self.looked(Self.statuses(microphone, camera, notifications))
                    let row = [microphone, camera, notifications]
                    let index = row.firstIndex(of: .notAsked) ?? row.firstIndex(of: .denied)
                    #expect(flow.prominent == index.map { Permission.allCases[$0] }, "\(row)")
                    for (permission, status) in zip(Permission.allCases, row) {
                        let expected: (PermissionsFlow.Button?, Text?) =
                            switch status {
                            case .notAsked: (.allow, nil)
                            case .allowed: (nil, .permissionsGranted)
                            case .denied: (.openSettings, .permissionsDenied)
                            case .restricted: (nil, .permissionsAppRestricted)
                            }
                        #expect(flow.button(of: permission) == expected.0 && flow.note(of: permission) == expected.1)
                    }
                }
            }
        }
        #expect(PermissionsFlow().prominent == nil)
    }

    @Test("a row asks the system once, and a refused permission leads to the system's settings")
    func rows() {
        let asking = Self.run([(.chose(.microphone), [.ask(.microphone)]), (.chose(.camera), [])], from: Self.new)
        #expect(asking.prominent == nil)
        let denied = Self.run([(.answered(.microphone, .denied), [])], from: asking)
        #expect(denied.prominent == .camera)
        _ = Self.run([(.chose(.microphone), [.openSettings]), (.chose(.camera), [.ask(.camera)])], from: denied)
        // Back from the settings.
        let allowed = Self.run(
            [(.refreshed, [.look]), (.looked(Self.statuses(.allowed, .allowed)), [])], from: denied)
        #expect(allowed.prominent == nil && allowed.note(of: .microphone) == .permissionsGranted)
    }

    // MARK: - Calls

    @Test("a call starts with the allowed devices: without a camera it goes on, without a microphone it asks")
    func calls() {
        let refused: [Permission.Status] = [.denied, .restricted]
        for camera in refused + [.allowed] {
            for isVideo in [true, false] {
                let notice: Text? =
                    !isVideo || camera == .allowed
                    ? nil : camera == .denied ? .permissionsAppCameraDenied : .permissionsAppCameraRestricted
                let hasCamera = isVideo && camera == .allowed
                let all = Self.statuses(.allowed, camera)
                let ready = Self.run(
                    [(.wantedCall(isVideo: isVideo), [.look]), (.looked(all), [])], from: Self.new)
                #expect(ready.call == .ready(.init(microphone: true, camera: hasCamera, notice: notice)))
                #expect(Self.run([(.startedCall, [])], from: ready).call == nil)
                for microphone in refused {
                    let none = Self.statuses(microphone, camera)
                    let mute = Self.run(
                        [(.wantedCall(isVideo: isVideo), [.look]), (.looked(none), [])], from: Self.new)
                    #expect(mute.call == .mute(isVideo: isVideo))
                    let question: Text =
                        microphone == .denied ? .permissionsAppMicrophoneDenied : .permissionsAppMicrophoneRestricted
                    #expect(mute.question == question)
                    let went = Self.run([(.wentOnMute, [])], from: mute)
                    #expect(went.call == .ready(.init(microphone: false, camera: hasCamera, notice: notice)))
                    #expect(went.question == nil)
                    let settings = microphone == .denied ? [PermissionsFlow.Effect.openSettings] : []
                    let left = Self.run([(.openedSettings, settings)], from: mute)
                    #expect(left.call == (microphone == .denied ? nil : mute.call))
                }
            }
        }
    }

    @Test("permissions that were not asked yet are requested before a call, one by one, if the call needs them")
    func askingFirst() {
        let video = Self.run(
            [
                (.wantedCall(isVideo: true), [.look]), (.looked(Self.new.statuses), [.ask(.microphone)]),
                (.answered(.microphone, .allowed), [.ask(.camera)]), (.answered(.camera, .denied), []),
            ], from: Self.new)
        #expect(
            video.call == .ready(.init(microphone: true, camera: false, notice: .permissionsAppCameraDenied)))
        let audio = Self.run(
            [
                (.wantedCall(isVideo: false), [.look]), (.looked(Self.new.statuses), [.ask(.microphone)]),
                (.answered(.microphone, .allowed), []),
            ], from: Self.new)
        #expect(audio.call == .ready(.init(microphone: true, camera: false, notice: nil)))
        // No one is asked again whether to continue muted.
        let mute = Self.run(
            [
                (.wantedCall(isVideo: true), [.look]), (.looked(Self.new.statuses), [.ask(.microphone)]),
                (.answered(.microphone, .denied), []), (.wentOnMute, [.ask(.camera)]),
                (.answered(.camera, .allowed), []),
            ], from: Self.new)
        #expect(mute.call == .ready(.init(microphone: false, camera: true, notice: nil)))
        // A row's question is answered first.
        let row = Self.run(
            [
                (.chose(.notifications), [.ask(.notifications)]), (.wantedCall(isVideo: false), []),
                (.answered(.notifications, .allowed), [.ask(.microphone)]),
            ], from: Self.new)
        #expect(row.asking == .microphone)
        // Given up while the system asks.
        let given = Self.run(
            [(.wantedCall(isVideo: true), [.look]), (.cancelledCall, []), (.looked(Self.new.statuses), [])],
            from: Self.new)
        #expect(given.call == nil && given.asking == nil)
    }

    @Test("each state accepts the actions that it offers, once, and no others")
    func everyState() {
        typealias Offer = (PermissionsFlow.Action, [PermissionsFlow.Effect])
        let look: Offer = (.refreshed, [.look])
        let cancel: Offer = (.cancelledCall, [])
        let (sound, video): (Offer, Offer) = (
            (.wantedCall(isVideo: false), [.look]), (.wantedCall(isVideo: true), [.look])
        )
        let denied = Self.looked(Self.statuses(.denied, .notAsked, .restricted))
        let preparing = Self.run([video], from: denied)
        let mute = Self.run([(.looked(denied.statuses), [])], from: preparing)
        let restricted = Self.run(
            [video, (.looked(Self.statuses(.restricted, .allowed)), [])], from: Self.new)
        let asking = Self.run([(.wentOnMute, [.ask(.camera)])], from: mute)
        let ready = Self.run([(.answered(.camera, .allowed), [])], from: asking)
        let rows: [Offer] = [(.chose(.microphone), [.openSettings]), (.chose(.camera), [.ask(.camera)])]
        FlowTable.check(
            [
                .init("nothing is known", PermissionsFlow(), [look, sound, video]),
                .init(
                    "new", Self.new,
                    [look, sound, video] + Permission.allCases.map { (.chose($0), [.ask($0)]) }),
                .init("some refused", denied, [look, sound, video] + rows),
                .init("all allowed", Self.looked(Self.statuses(.allowed, .allowed)), [look, sound, video]),
                .init("preparing", preparing, [look, cancel] + rows),
                .init(
                    "mute", mute,
                    [look, cancel, (.wentOnMute, [.ask(.camera)]), (.openedSettings, [.openSettings])] + rows),
                .init("mute, restricted", restricted, [look, cancel, (.wentOnMute, [])]),
                .init("asking", asking, [look, cancel]),
                .init("ready", ready, [look, (.startedCall, []), (.chose(.microphone), [.openSettings])]),
            ],
            among: Permission.allCases.map { .chose($0) } + [
                .refreshed, .wantedCall(isVideo: false), .wantedCall(isVideo: true), .wentOnMute, .openedSettings,
                .cancelledCall, .startedCall,
            ],
            // The settings open once more if the system did not open them.
            repeats: [.refreshed, .chose(.microphone)])
    }

    // MARK: - Effects

    /// A system whose answers are known.
    private final class System: PermissionSystem {
        let opened = Mutex(0)
        func status(of permission: Permission) -> Permission.Status { permission == .camera ? .denied : .notAsked }
        func ask(_ permission: Permission) -> Permission.Status { .allowed }
        func openSettings() { opened.withLock { $0 += 1 } }
    }

    @Test("effects read the permissions, ask the system, and open its settings")
    func effects() async {
        let system = System()
        let effects = PermissionsEffects(system: system)
        #expect(await effects.perform(.look) == .looked(Self.statuses(.notAsked, .denied, .notAsked)))
        #expect(await effects.perform(.ask(.microphone)) == .answered(.microphone, .allowed))
        #expect(await effects.perform(.openSettings) == nil && system.opened.withLock(\.self) == 1)
    }
}
