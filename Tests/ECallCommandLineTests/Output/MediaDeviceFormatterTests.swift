import ECallLanguage
import ECallMedia
import Testing

@testable import ECallCommandLine

@Suite("Output on cameras, microphones and loudspeakers", .timeLimit(.minutes(1)))
struct MediaDeviceFormatterTests {
    static let connected = ConnectedDevices([
        MediaDevice(kind: .loudspeaker, id: "out", name: "Desk Speaker", isDefault: true),
        MediaDevice(kind: .microphone, id: "usb2", name: "USB Microphone"),
        MediaDevice(kind: .microphone, id: "usb1", name: "USB Headset", isDefault: true),
        MediaDevice(kind: .camera, id: "/dev/video0", name: "HD Webcam", isDefault: true),
    ])

    /// Names cannot drive it.
    private static let terminal = TerminalLanguage.english.texts

    @Test("each kind has its list, with the default and the chosen device marked")
    func list() {
        let chosen = DeviceWishes(microphone: ChosenDevice(id: "usb2", name: "USB Microphone"))
        #expect(
            MediaDeviceFormatter.lines(for: MediaList(Self.connected, chosen: chosen), scriptTexts) == [
                "Cameras", "  HD Webcam  (/dev/video0), default",
                "Microphones", "  USB Headset  (usb1), default", "  USB Microphone  (usb2), chosen",
                "Loudspeakers", "  Desk Speaker  (out), default",
                "Echo cancellation is on.",
            ])
    }

    @Test("a chosen device that is missing is listed, and an empty list says what to do")
    func away() {
        let chosen = DeviceWishes(
            camera: ChosenDevice(id: "/dev/video0", name: "Old\u{1B}[31m Webcam"),
            microphone: ChosenDevice(id: "usb9", name: "Jabra"), cancelsEcho: false)
        #expect(
            MediaDeviceFormatter.lines(for: MediaList(Self.connected, chosen: chosen), Self.terminal) == [
                "Cameras", "  HD Webcam  (/dev/video0), default",
                "  Old\u{FFFD}[31m Webcam  (/dev/video0), chosen, not connected, so the default is used",
                "Microphones", "  USB Headset  (usb1), default", "  USB Microphone  (usb2)",
                "  Jabra  (usb9), chosen, not connected, so the default is used",
                "Loudspeakers", "  Desk Speaker  (out), default",
                "Echo cancellation is off.",
            ])
        #expect(
            MediaDeviceFormatter.lines(for: MediaList(ConnectedDevices([]), chosen: DeviceWishes()), scriptTexts) == [
                "Cameras", "  None. Connect one.", "Microphones", "  None. Connect one.",
                "Loudspeakers", "  None. Connect one.", "Echo cancellation is on.",
            ])
        #expect(
            MediaDeviceFormatter.lines(for: MediaList(ConnectedDevices([]), chosen: chosen), Self.terminal).prefix(3)
                == [
                    "Cameras", "  Old\u{FFFD}[31m Webcam  (/dev/video0), chosen, not connected", "  None. Connect one.",
                ])
        let silent = "  " + scriptTexts.string(.terminalMediaNoSoundServer(command: "ecall stop"))
        #expect(
            MediaDeviceFormatter.lines(
                for: MediaList(ConnectedDevices([], hasSoundServer: false), chosen: DeviceWishes()), scriptTexts) == [
                    "Cameras", "  None. Connect one.", "Microphones", silent, "Loudspeakers", silent,
                    "Echo cancellation is on.",
                ])
    }

    @Test("JSON lists the same devices")
    func json() {
        let printed = PrintedLines()
        let chosen = DeviceWishes(loudspeaker: ChosenDevice(id: "gone", name: "Gone"))
        let one = ConnectedDevices([MediaDevice(kind: .camera, id: "/dev/video0", name: "HD", isDefault: true)])
        printed.printer(json: true).result(.media(list: MediaList(one, chosen: chosen)))
        #expect(
            printed.output == [
                #"{"cancelsEcho":true,"devices":["#
                    + #"{"id":"/dev/video0","isChosen":false,"isConnected":true,"isDefault":true,"kind":"camera","name":"HD"},"#
                    + #"{"id":"gone","isChosen":true,"isConnected":false,"isDefault":false,"kind":"loudspeaker","name":"Gone"}"#
                    + #"],"hasSoundServer":true,"result":"media"}"#
            ])
    }

    @Test(
        "a name that matches none or several fails with the existing ones",
        arguments: [
            (
                DeviceNames(microphone: "Jabra"),
                "No microphone matches “Jabra”. Connected: “USB Headset”, “USB Microphone”"
            ),
            (
                DeviceNames(microphone: "usb "),
                "“usb ” matches several devices: “USB Headset” (usb1), “USB Microphone” (usb2). "
                    + "Type more of the name, or the ID."
            ),
            (DeviceNames(loudspeaker: ""), "No loudspeaker matches “”. Connected: “Desk Speaker”"),
        ])
    func refused(names: DeviceNames, message: String) {
        var wishes = DeviceWishes(camera: ChosenDevice(id: "x", name: "X"))
        do throws(CommandFailure) {
            try wishes.choose(names, in: Self.connected)
            Issue.record("chosen")
        } catch {
            #expect(error.status == .failure && error.message == message)
        }
    }

    @Test("a missing kind of device is reported")
    func none() {
        var wishes = DeviceWishes()
        #expect(throws: CommandFailure(.failure, .hint(.terminalMediaNoCamera(typed: "HD"), .terminalMediaNone))) {
            try wishes.choose(DeviceNames(camera: "HD"), in: ConnectedDevices([], hasSoundServer: false))
        }
        #expect(
            throws: CommandFailure(
                .failure,
                .hint(
                    .terminalMediaNoMicrophone(typed: "HD"), .terminalMediaNoSoundServer(command: "ecall stop")))
        ) {
            try wishes.choose(DeviceNames(microphone: "HD"), in: ConnectedDevices([], hasSoundServer: false))
        }
    }

    @Test("named devices are chosen, default resets one, and others stay")
    func choose() throws {
        var wishes = DeviceWishes(
            camera: ChosenDevice(id: "x", name: "X"), microphone: ChosenDevice(id: "y", name: "Y"))
        try wishes.choose(
            DeviceNames(camera: "default", loudspeaker: "desk", cancelsEcho: false), in: Self.connected)
        #expect(
            wishes
                == DeviceWishes(
                    microphone: ChosenDevice(id: "y", name: "Y"),
                    loudspeaker: ChosenDevice(id: "out", name: "Desk Speaker"), cancelsEcho: false))
    }
}
