import ECallAPI
import Foundation
import FrameCrypto
import Janus
import Testing

@testable import ECallCalls

@Suite("Publishers in a room", .timeLimit(.minutes(1)))
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

    @Test("streams that cannot be received or are turned off are left out")
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

    private struct Vectors: Decodable {
        struct Publisher: Decodable {
            struct Line: Decodable {
                let type: String
                let mid: String
                let codec: String?
                let disabled: Bool?
            }
            let name: String
            let streams: [Line]
            let read: [String]
        }
        let publishers: [Publisher]
    }

    /// Shared with the page (Tests/WebTests/calls/descriptions.test.mjs).
    @Test("the content of each m-line follows from their order, as the vectors say")
    func vectors() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/remote-publishers.json")
        let publishers = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: url)).publishers
        #expect(publishers.count == 11)
        for publisher in publishers {
            let given = publisher.streams.map {
                Stream(type: $0.type, mid: $0.mid, codec: $0.codec, isDisabled: $0.disabled ?? false)
            }
            let found = read("2:Bo", given)?.streams.map { "\($0.track.rawValue) \($0.codec.rawValue) \($0.mid)" }
            #expect(found == publisher.read, "\(publisher.name)")
        }
    }

    @Test("layers belong to the camera that has them")
    func layers() {
        let given = [
            Stream(type: "video", mid: "1", codec: "vp8", isSimulcast: true),
            Stream(type: "video", mid: "2", codec: "vp8"),
        ]
        #expect(read("2:Bo", given)?.streams.map(\.hasLayers) == [true, false])
    }

    @Test(
        "tracks that no longer arrive as before are found",
        arguments: [
            (["audio0 opus", "video1 vp8"], ["audio0 opus", "video1 vp8", "video2 vp8"], []),
            (["audio0 opus", "video1 vp8", "video2 vp8"], ["audio0 opus", "video1 vp8"], [.screen]),
            (["audio0 opus", "video1 vp8", "video2 vp8"], ["audio0 opus", "video1 vp8", "video4 vp8"], [.screen]),
            (["video1 vp8", "video2 vp8"], ["video1 vp8", "video2 h264"], [.screen]),
            // The camera's line is gone: from now on its place is the screen's, and both start over.
            (["video1 vp8", "video2 vp8"], ["video2 vp8"], [.video, .screen]),
        ] as [([String], [String], Set<Track>)])
    func changes(_ before: [String], _ now: [String], _ changed: Set<Track>) throws {
        func publisher(_ lines: [String]) throws -> RemotePublisher {
            try #require(
                read(
                    "2:Bo",
                    lines.map { line in
                        let parts = line.split(separator: " ").map(String.init)
                        return Stream(
                            type: String(line.prefix(5)), mid: parts[0], codec: parts[1])
                    }))
        }
        #expect(try publisher(now).changed(since: publisher(before)) == changed)
    }
}
