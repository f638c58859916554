import ECallLanguage
import ECallMedia
import Testing

@testable import ECallGStreamer

@Suite("Device selection")
struct DeviceTableTests {
    private static let connected = ConnectedDevices([
        MediaDevice(kind: .microphone, id: "mic.b", name: "USB Microphone"),
        MediaDevice(kind: .microphone, id: "mic.a", name: "USB Headset", isDefault: true),
        MediaDevice(kind: .microphone, id: "mic.c", name: "USB"),
        MediaDevice(kind: .microphone, id: "mic.d", name: "Twin"),
        MediaDevice(kind: .microphone, id: "mic.e", name: "Twin"),
        MediaDevice(kind: .loudspeaker, id: "out.a", name: "USB Headset"),
        MediaDevice(kind: .camera, id: "/dev/video0", name: "HD Webcam"),
        MediaDevice(kind: .camera, id: "/dev/video2", name: "Document Camera"),
    ])

    @Test("devices are in order of kind and name")
    func order() {
        #expect(
            Self.connected.devices.map(\.id) == [
                "/dev/video2", "/dev/video0", "mic.d", "mic.e", "mic.c", "mic.a", "mic.b", "out.a",
            ])
    }

    @Test(
        "an id, a whole name or the beginning of one names a device",
        arguments: [
            ("mic.a", "mic.a"), ("USB Headset", "mic.a"), ("usb h", "mic.a"), (" usb microphone ", "mic.b"),
            ("USB", "mic.c"), ("usb", "mic.c"), ("mic.d", "mic.d"),
        ])
    func found(text: String, id: String) throws {
        #expect(try DeviceMatching.find(text, .microphone, in: Self.connected).id == id)
    }

    @Test(
        "a text that matches none or several names no device",
        arguments: [
            ("", 0), (" ", 0), ("Jabra", 0), ("HD Webcam", 0), ("MIC.A", 0), ("SB", 0), ("Twin", 2), ("t", 2),
            ("us", 3),
        ])
    func refused(text: String, several: Int) {
        do throws(DeviceMatchingError) {
            let device = try DeviceMatching.find(text, .microphone, in: Self.connected)
            Issue.record("\(device)")
        } catch {
            switch error {
            case .noMatch(let kind, let named): #expect(several == 0 && kind == .microphone && named == text)
            case .ambiguous(_, _, let among): #expect(among.count == several)
            }
        }
    }

    @Test(
        "a chosen device is known again by its id, else by its name; a camera not by its path alone",
        arguments: [
            (MediaDevice.Kind.microphone, ChosenDevice(id: "mic.a", name: "Called otherwise"), "mic.a"),
            (.microphone, ChosenDevice(id: "mic.old", name: "USB Microphone"), "mic.b"),
            (.microphone, ChosenDevice(id: "mic.old", name: "Twin"), nil),
            (.microphone, ChosenDevice(id: "out.a", name: "Gone"), nil),
            (.camera, ChosenDevice(id: "/dev/video0", name: "HD Webcam"), "/dev/video0"),
            (.camera, ChosenDevice(id: "/dev/video0", name: "Document Camera"), "/dev/video2"),
            (.camera, ChosenDevice(id: "/dev/video0", name: "Gone"), nil),
        ] as [(MediaDevice.Kind, ChosenDevice, String?)])
    func again(kind: MediaDevice.Kind, chosen: ChosenDevice, id: String?) {
        #expect(chosen.found(as: kind, in: Self.connected)?.id == id)
    }

    @Test(
        "the chosen device is used if it works, else the default, with a notice",
        arguments: [
            (nil, ["default"], DeviceFinding(selection: .systemDefault)),
            (nil, [], DeviceFinding()),
            (ChosenDevice(id: "mic.b", name: "B"), ["default", "mic.b"], DeviceFinding(selection: .id("mic.b"))),
            (ChosenDevice(id: "mic.b", name: "B"), ["mic.b"], DeviceFinding(selection: .id("mic.b"))),
            (
                ChosenDevice(id: "mic.b", name: "B"), ["default"],
                DeviceFinding(selection: .systemDefault, notice: .mediaNotUsable(name: "B"))
            ),
            (
                ChosenDevice(id: "gone", name: "Jabra"), ["default"],
                DeviceFinding(selection: .systemDefault, notice: .mediaNotConnected(name: "Jabra"))
            ),
            (ChosenDevice(id: "gone", name: "Jabra"), [], DeviceFinding()),
        ] as [(ChosenDevice?, [String], DeviceFinding)])
    func finding(chosen: ChosenDevice?, working: [String], expected: DeviceFinding) async {
        let found = await DeviceFinding.find(.microphone, chosen: chosen, in: Self.connected) { selection in
            switch selection {
            case .systemDefault: working.contains("default")
            case .id(let id): working.contains(id)
            }
        }
        #expect(found == expected)
    }

    @Test("a chosen device is back when it is there and was not before; one that was not chosen never is")
    func back() {
        let wishes = DeviceWishes(
            microphone: ChosenDevice(id: "mic.a", name: "USB Headset"),
            loudspeaker: ChosenDevice(id: "out.a", name: "USB Headset"))
        let without = ConnectedDevices(Self.connected.devices.filter { $0.name != "USB Headset" })
        let half = ConnectedDevices(Self.connected.devices.filter { $0.id != "out.a" })
        var returns = DeviceReturn()
        let looks: [(ConnectedDevices, Set<MediaDevice.Kind>)] = [
            (without, []), (without, []), (half, [.microphone]), (Self.connected, [.loudspeaker]), (Self.connected, []),
            (half, []), (Self.connected, [.loudspeaker]), (without, []), (Self.connected, [.microphone, .loudspeaker]),
        ]
        for (index, (connected, back)) in looks.enumerated() {
            #expect(returns.look(at: connected, for: wishes) == back, "look \(index)")
        }
        var nothing = DeviceReturn()
        #expect(nothing.look(at: without, for: DeviceWishes()) == [])
        #expect(nothing.look(at: Self.connected, for: DeviceWishes()) == [])
        #expect(nothing.look(at: Self.connected, for: wishes) == [], "chosen only now, and there")
    }
}
