import ECallAPI
import FrameCrypto
import Janus
import Testing

@testable import ECallCalls

@Suite("Who publishes what in a room", .timeLimit(.minutes(1)))
struct RemotePublisherTests {
    typealias Stream = VideoRoomPublisher.Stream

    func read(_ display: String?, _ streams: [Stream] = []) -> RemotePublisher? {
        RemotePublisher(VideoRoomPublisher(id: 9, display: display, streams: streams))
    }

    /// 002-18
    @Test(
        "a display names its user before the first colon, in decimal digits",
        arguments: [
            ("2:Bo", 2), ("2:", 2), ("2:Bo: the second", 2), ("2", nil), (":Bo", nil), ("0:Bo", nil), ("-2:Bo", nil),
            ("+2:Bo", nil), (" 2:Bo", nil), ("Bo:2", nil), ("9007199254740992:Bo", nil), (nil, nil),
        ] as [(String?, UserID?)])
    func displays(_ display: String?, _ user: UserID?) {
        #expect(read(display)?.user == user)
    }

    @Test("what cannot be received is left out, and so is what is turned off")
    func streams() {
        let given = [
            Stream(type: "audio", mid: "0", codec: "pcmu"), Stream(type: "data", mid: "1"),
            Stream(type: "video", mid: "2", codec: "av1"), Stream(type: "audio", mid: "3", isDisabled: true),
            Stream(type: "video", mid: "4", codec: "vp8"), Stream(type: "audio", mid: "5"),
        ]
        #expect(
            read("2:Bo", given)?.streams == [
                .init(track: .video, codec: .vp8, mid: "4"), .init(track: .audio, codec: .opus, mid: "5"),
            ])
    }

    @Test("of each track the first is taken, also where a second has another codec")
    func duplicates() {
        let given = [
            Stream(type: "audio", mid: "0", codec: "opus"), Stream(type: "video", mid: "1", codec: "h264"),
            Stream(type: "audio", mid: "2", codec: "opus"), Stream(type: "video", mid: "3", codec: "vp8"),
        ]
        #expect(read("2:Bo", given)?.streams.map(\.mid) == ["0", "1"])
    }
}
