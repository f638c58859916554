import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import FrameCrypto
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

@Suite("Devices chosen during a call", .timeLimit(.minutes(1)))
struct DeviceChoiceTests {
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person
    private let wishes = DeviceWishes(
        microphone: ChosenDevice(id: "usb", name: "USB"), loudspeaker: ChosenDevice(id: "desk", name: "Desk"))

    init() async throws {
        let times = CallTimes.manual.with { $0.teardown = .seconds(3) }
        ana = try await Person(1, server, janus, times: times)
        bo = try await Person(2, server, janus, times: times)
    }

    /// Ana and Bo in a call that Ana captures and plays with the default devices.
    private func connect(receives: Bool = true) async throws -> CallID {
        ana.engine.found.withLock {
            $0 = .success(
                PreparedMedia(
                    source: .devices(CaptureDevices(camera: .systemDefault, microphone: .systemDefault)),
                    hasPictures: true, output: MediaOutput(loudspeaker: .systemDefault)))
        }
        ana.engine.findable.withLock {
            $0 = FoundDevices(
                capture: CaptureDevices(camera: .id("cam"), microphone: .id("usb"), echo: .id("desk")),
                loudspeaker: .id("desk"), notices: [.mediaNotConnected(name: "Jabra")])
        }
        let id = try await ana.calls.call([bo.user], options: CallOptions(video: true))
        await bo.rings()
        try await bo.answer()
        await ana.isProtected()
        if receives { await ana.receives(2) } else { await ana.engine.subscriberGate.someoneWaits(2) }
        return id
    }

    @Test("a loudspeaker chosen while only receiving sound is used once it is there")
    func chosenEarly() async throws {
        ana.engine.subscriberGate.shut()
        _ = try await connect(receives: false)
        try await ana.calls.carryOut(.devices(wishes))
        ana.engine.subscriberGate.open()
        await ana.receives(2)
        let played = try #require(ana.engine.subscribers.first { $0.subscriber?.track == .audio })
        #expect(played.subscriber?.output.loudspeaker == .systemDefault)
        while played.loudspeaker.withLock({ $0 }) != .id("desk") { try await pause() }
        try await ana.calls.hangUp()
    }

    /// The devices with the camera that is in use: it is not searched for, since it cannot be opened twice.
    private let used = CaptureDevices(camera: .systemDefault, microphone: .id("usb"), echo: .id("desk"))

    @Test("chosen devices are used on existing connections, and on those that follow a loss")
    func switching() async throws {
        let id = try await connect()
        try await ana.calls.carryOut(.devices(wishes))
        #expect(ana.engine.publishers.count == 1)
        #expect(ana.engine.publishers.last?.captured.withLock { $0 } == used)
        let played = ana.engine.subscribers.filter { $0.subscriber?.track == .audio }
        #expect(!played.isEmpty)
        // One that was still being made is changed once it exists.
        while !played.allSatisfy({ $0.loudspeaker.withLock { $0 } == .id("desk") }) { try await pause() }
        await ana.happened { $0 == .notice(id, .mediaNotConnected(name: "Jabra")) }

        ana.engine.publishers.last?.report(.disconnected)
        await ana.happened { $0 == .connection(id, .connected) }
        await ana.receives(4)
        #expect(ana.engine.publishers.last?.publisher?.source == .devices(used))
        let next = ana.engine.subscribers.last { $0.subscriber?.track == .audio }
        #expect(next?.subscriber?.output.loudspeaker == .id("desk"))
    }

    @Test("another camera is opened only if it is another")
    func camera() async throws {
        _ = try await connect()
        try await ana.calls.carryOut(.devices(DeviceWishes(camera: ChosenDevice(id: "cam", name: "Camera"))))
        #expect(ana.engine.publishers.last?.captured.withLock { $0 }?.camera == .id("cam"))
    }

    @Test("the former device stays in use if the chosen one does not open")
    func refused() async throws {
        let id = try await connect()
        ana.engine.devicesStart.withLock { $0 = false }
        await #expect(throws: CallFailure.media(.mediaNotOpened)) {
            try await ana.calls.carryOut(.devices(wishes))
        }
        ana.engine.devicesStart.withLock { $0 = true }
        ana.engine.publishers.last?.report(.disconnected)
        await ana.happened { $0 == .connection(id, .connected) }
        #expect(
            ana.engine.publishers.last?.publisher?.source
                == .devices(CaptureDevices(camera: .systemDefault, microphone: .systemDefault)))
    }

    @Test("an unplugged device is used again once it is back, and reported; no other device is touched meanwhile")
    func plugged() async throws {
        let usb = MediaDevice(kind: .microphone, id: "usb", name: "USB")
        let desk = MediaDevice(kind: .loudspeaker, id: "desk", name: "Desk")
        let id = try await connect()
        ana.engine.connected.withLock { $0 = ConnectedDevices([usb, desk]) }
        try await ana.calls.carryOut(.devices(wishes))
        func captures() -> Int { ana.engine.publishers.last?.captures.withLock { $0 } ?? 0 }
        /// Lets the next search for devices happen, and its work be done.
        func look() async {
            let before = await ana.engine.looks.count
            await ana.passingTime { await ana.engine.looks.wait { $0 >= before + 2 } }
        }
        await look()
        #expect(captures() == 1, "it is there as it was")
        ana.engine.connected.withLock { $0 = ConnectedDevices([desk]) }
        await look()
        #expect(captures() == 1)
        ana.engine.connected.withLock { $0 = ConnectedDevices([usb, desk]) }
        await ana.passingTime {
            await ana.happened { $0 == .notice(id, .captureBack(name: "USB")) }
        }
        #expect(captures() == 2)
        #expect(ana.engine.publishers.last?.captured.withLock { $0 } == used)
        // And once more, which is reported like the first time.
        ana.engine.connected.withLock { $0 = ConnectedDevices([desk]) }
        await look()
        ana.engine.connected.withLock { $0 = ConnectedDevices([usb, desk]) }
        await ana.passingTime {
            await ana.happened(2) { $0 == .notice(id, .captureBack(name: "USB")) }
        }
        #expect(await ana.events.all.filter { $0 == .notice(id, .captureBack(name: "Desk")) }.isEmpty)
    }

    @Test("chosen devices are not opened without a call; a test picture goes on")
    func none() async throws {
        await #expect(throws: CallFailure.noCall) { try await ana.calls.carryOut(.devices(wishes)) }
        _ = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        await ana.isProtected()
        try await ana.calls.carryOut(.devices(wishes))
        #expect(ana.engine.publishers.last?.captured.withLock { $0 } == nil)
    }
}
