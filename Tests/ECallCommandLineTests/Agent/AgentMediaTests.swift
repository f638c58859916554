import ECallAPI
import ECallCalls
import ECallLanguage
import ECallMedia
import Foundation
import FrameCrypto
import Synchronization
import TestSupport
import Testing

@testable import ECallCommandLine

@Suite("The agent's choice of devices", .timeLimit(.minutes(1)))
struct AgentMediaTests {
    private static let microphone = ChosenDevice(id: "usb2", name: "USB Microphone")
    private static let headset = ChosenDevice(id: "usb1", name: "USB Headset")

    private func run(_ body: @escaping @Sendable (AgentFixture) async throws -> Void) async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            fixture.connected.withLock { $0 = MediaDeviceFormatterTests.connected }
            try await fixture.run { try await body(fixture) }
        }
    }

    /// Calls and hangs up; the devices that the call was made with.
    private static func devicesOfCall(_ media: MediaChoice, _ fixture: AgentFixture) async throws -> DeviceWishes? {
        let before = fixture.calls.steps.count
        try await fixture.connect { link in
            var replies = await link.send(.call(people: ["Eve"], media: media)).replies.makeAsyncIterator()
            _ = try await next(&replies) { $0 == .event(event: .call(.ringing(17))) }
            _ = try await link.result(of: .hangUp)
            _ = try await next(&replies) { $0.isLast }
        }
        guard case .call(_, let options) = fixture.calls.steps.dropFirst(before).first else { return nil }
        return options.devices
    }

    @Test("devices are listed and chosen before a sign-in, and the profile's next agent knows the choice")
    func kept() async throws {
        try await withTemporaryDirectory { directory in
            let expected = MediaList(
                MediaDeviceFormatterTests.connected, chosen: DeviceWishes(microphone: Self.microphone))
            let first = try AgentFixture(in: directory)
            first.connected.withLock { $0 = MediaDeviceFormatterTests.connected }
            try await first.run {
                try await first.connect { link in
                    let nothing = MediaList(MediaDeviceFormatterTests.connected, chosen: DeviceWishes())
                    let answer1 = try await link.result(of: .media)
                    #expect(answer1 == .media(list: nothing))
                    let names = DeviceNames(microphone: "usb mic")
                    let answer2 = try await link.result(of: .useMedia(devices: names))
                    #expect(answer2 == .media(list: expected))
                }
            }
            let second = try AgentFixture(in: directory)
            second.connected.withLock { $0 = MediaDeviceFormatterTests.connected }
            try await second.run {
                try await second.connect { link in
                    let answer3 = try await link.result(of: .media)
                    #expect(answer3 == .media(list: expected))
                }
            }
            let attributes = try FileManager.default.attributesOfItem(
                atPath: AgentFiles(first.profile).devices)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("calls use the stored devices, and those named by a command only for that call")
    func calls() async throws {
        try await run { fixture in
            try await fixture.connect { try await fixture.signIn($0) }
            try await fixture.befriend()
            try await fixture.connect { link in
                _ = try await link.result(of: .useMedia(devices: DeviceNames(microphone: "usb2", cancelsEcho: false)))
            }
            let kept = DeviceWishes(microphone: Self.microphone, cancelsEcho: false)
            #expect(try await Self.devicesOfCall(MediaChoice(), fixture) == kept)
            let named = MediaChoice(devices: DeviceNames(microphone: "USB Headset", cancelsEcho: true))
            #expect(
                try await Self.devicesOfCall(named, fixture) == DeviceWishes(microphone: Self.headset))
            #expect(
                try await Self.devicesOfCall(MediaChoice(devices: DeviceNames(microphone: "default")), fixture)
                    == DeviceWishes(cancelsEcho: false))
            // Unplugged, it remains the chosen one: whoever opens devices uses the default meanwhile.
            fixture.connected.withLock { $0 = ConnectedDevices([]) }
            #expect(try await Self.devicesOfCall(MediaChoice(), fixture) == kept)
        }
    }

    /// 000-39
    @Test("the running call uses newly chosen devices, except those its own command has named")
    func running() async throws {
        try await run { fixture in
            try await fixture.connect { try await fixture.signIn($0) }
            try await fixture.befriend()
            try await fixture.connect { link in
                let media = MediaChoice(devices: DeviceNames(microphone: "usb2", cancelsEcho: false))
                var replies = await link.send(.call(people: ["Eve"], media: media)).replies.makeAsyncIterator()
                _ = try await next(&replies) { $0 == .event(event: .call(.ringing(17))) }
                fixture.calls.standing.withLock { $0 = StatusTests.call }
                let desk = ChosenDevice(id: "out", name: "Desk Speaker")
                _ = try await link.result(of: .useMedia(devices: DeviceNames(loudspeaker: "desk")))
                _ = try await link.result(of: .useMedia(devices: DeviceNames(microphone: "default")))
                let wishes = fixture.calls.steps.compactMap {
                    if case .carryOut(.devices(let wishes)) = $0 { wishes } else { nil }
                }
                #expect(
                    wishes == [
                        DeviceWishes(microphone: Self.microphone, loudspeaker: desk, cancelsEcho: false),
                        DeviceWishes(loudspeaker: desk, cancelsEcho: false),
                    ])
                fixture.calls.refusal.withLock { $0 = .media(.verbatim("It is busy.")) }
                do throws(CommandFailure) {
                    _ = try await link.result(of: .useMedia(devices: DeviceNames(microphone: "usb1")))
                    Issue.record("used")
                } catch {
                    #expect(
                        error.message.hasPrefix(
                            "The choice applies from the next call. It could not be applied in this one: "))
                }
                fixture.calls.refusal.withLock { $0 = nil }
                let kept = DeviceWishes(microphone: Self.headset, loudspeaker: desk)
                let answer4 = try await link.result(of: .media)
                #expect(answer4 == .media(list: MediaList(MediaDeviceFormatterTests.connected, chosen: kept)))
            }
        }
    }

    @Test("a call answered while listening uses the devices chosen by then")
    func listening() async throws {
        try await run { fixture in
            try await fixture.connect { try await fixture.signIn($0) }
            try await fixture.befriend()
            try await fixture.connect { link in
                let media = MediaChoice(devices: DeviceNames(cancelsEcho: false))
                var replies = await link.send(.listen(autoAnswer: .anyone, once: true, media: media))
                    .replies.makeAsyncIterator()
                _ = try await next(&replies) { $0 == .event(event: .listening) }
                _ = try await link.result(of: .useMedia(devices: DeviceNames(microphone: "usb2")))
                fixture.calls.report(.incoming(EventSamples.incoming))
                _ = try await next(&replies) { $0 == .event(event: .call(.encryption(17, .waitingForKey))) }
                guard case .answer(let options) = fixture.calls.steps.last else {
                    Issue.record("\(fixture.calls.steps)")
                    return
                }
                #expect(options.devices == DeviceWishes(microphone: Self.microphone, cancelsEcho: false))
                fixture.calls.report(.ended(EventSamples.summary(.remoteHungUp)))
                _ = try await next(&replies) { $0.isLast }
            }
        }
    }

    @Test("a device name without a match rings no one and changes nothing")
    func refused() async throws {
        try await run { fixture in
            try await fixture.connect { try await fixture.signIn($0) }
            try await fixture.befriend()
            try await fixture.connect { link in
                let media = MediaChoice(devices: DeviceNames(microphone: "USB"))
                for command in [
                    .call(people: ["Eve"], media: media), .listen(autoAnswer: .anyone, once: true, media: media),
                    .useMedia(devices: DeviceNames(loudspeaker: "Desk", cancelsEcho: false)),
                ] as [AgentCommand] {
                    if case .useMedia = command { fixture.connected.withLock { $0 = ConnectedDevices([]) } }
                    do throws(CommandFailure) {
                        _ = try await link.result(of: command)
                        Issue.record("\(command) was done")
                    } catch {
                        #expect(error.status == .failure)
                    }
                }
                #expect(fixture.calls.steps == [])
                fixture.connected.withLock { $0 = MediaDeviceFormatterTests.connected }
                let nothing = MediaList(MediaDeviceFormatterTests.connected, chosen: DeviceWishes())
                let answer5 = try await link.result(of: .media)
                #expect(answer5 == .media(list: nothing))
            }
        }
    }
}
