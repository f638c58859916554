import ECallAPI
import ECallMedia
import ECallSecurity
import FrameCrypto
import Testing

@testable import ECallCalls

@Suite("Subscriptions", .timeLimit(.minutes(1)))
struct SubscriptionsTests {
    private static let bo = DeviceAddress(userID: 2, deviceID: 22)
    private static let cy = DeviceAddress(userID: 3, deviceID: 33)

    private static func stream(_ track: Track) -> RemotePublisher.Stream {
        .init(track: track, codec: track.isSound ? .opus : .vp8, mid: track.rawValue)
    }

    private static func publisher(
        _ user: UserID, _ feed: UInt64, _ tracks: [Track] = [.audio, .video]
    ) -> RemotePublisher {
        RemotePublisher(feed: feed, user: user, streams: tracks.map(stream))
    }

    /// Bo publishes feed 20, Cy feed 30, according to the server.
    private static func members() -> CallMembers {
        var members = CallMembers(own: DeviceAddress(userID: 1, deviceID: 11))
        _ = members.joined(2, 22, name: "Bo")
        _ = members.joined(3, 33, name: "Cy")
        members.publishes(2, as: 20)
        members.publishes(3, as: 30)
        return members
    }

    /// Returns every step that is due for the current feeds, as words.
    private static func settle(_ subscriptions: inout Subscriptions, _ members: CallMembers) -> [String] {
        words(subscriptions.map(to: members)) + words(subscriptions.update(members))
    }

    private static func words(_ steps: [Subscriptions.Step]) -> [String] {
        steps.map { step in
            switch step {
            case .leave(let id, let sender, let keepsSlot):
                "leave \(sender.userID) \(id.track.rawValue)\(keepsSlot ? "" : " for good")"
            case .receive(let id, _, let sender): "receive \(sender.userID) \(id.track.rawValue) #\(id.number)"
            }
        }
    }

    private static func id(_ feed: UInt64, _ track: Track, _ number: Int) -> SubscriptionID {
        SubscriptionID(feed: feed, track: track, number: number)
    }

    /// A feed that someone else published in a member's name is ignored: the server names the valid one.
    @Test("a publisher is received on the feed that the server names, and on no other")
    func mapped() {
        var (subscriptions, members) = (Subscriptions(slots: 8), Self.members())
        for feed in [20, 21] as [UInt64] { #expect(subscriptions.appeared(Self.publisher(2, feed)) == []) }
        #expect(subscriptions.appeared(Self.publisher(4, 40)) == [])
        #expect(Self.settle(&subscriptions, members) == ["receive 2 audio #1", "receive 2 video #2"])
        #expect(Self.settle(&subscriptions, members) == [], "each once")
        members.publishes(2, as: 21)
        #expect(
            Set(Self.settle(&subscriptions, members)) == [
                "leave 2 audio for good", "leave 2 video for good", "receive 2 audio #3", "receive 2 video #4",
            ])
        #expect(subscriptions.sender(of: 20) == nil && subscriptions.sender(of: 21) == Self.bo)
        #expect(subscriptions.known == [20, 21, 40])
    }

    @Test("a muted voice and a camera that is off are not received; shared sound of the muted is")
    func wishes() {
        var (subscriptions, members) = (Subscriptions(slots: 8), Self.members())
        _ = subscriptions.appeared(Self.publisher(2, 20, [.audio, .video, .screen, .screenAudio]))
        _ = members.updated(2, isMuted: true, sendsVideo: false)
        _ = members.shares(subscriptions.sharers, at: 1)
        #expect(
            Self.settle(&subscriptions, members) == ["receive 2 screenAudio #1"], "who shares is known with the feed")
        _ = members.shares(subscriptions.sharers, at: 1)
        #expect(Self.settle(&subscriptions, members) == ["receive 2 screen #2"])
        _ = members.updated(2, isMuted: false)
        #expect(Self.settle(&subscriptions, members) == ["receive 2 audio #3"])
        _ = members.updated(2, isMuted: true)
        #expect(Self.settle(&subscriptions, members) == ["leave 2 audio"])
    }

    @Test("a speaker takes a single slot, and the other leaves first")
    func slots() {
        var (subscriptions, members) = (Subscriptions(slots: 1), Self.members())
        _ = subscriptions.appeared(Self.publisher(2, 20))
        _ = subscriptions.appeared(Self.publisher(3, 30))
        #expect(
            Self.settle(&subscriptions, members) == ["receive 2 audio #1", "receive 2 video #2", "receive 3 audio #3"])
        members.speaks(3, true, at: 5)
        #expect(Self.settle(&subscriptions, members) == ["leave 2 video", "receive 3 video #4"])
        subscriptions.wanted = [2]
        #expect(Self.settle(&subscriptions, members) == ["leave 3 video", "receive 2 video #5"])
        subscriptions.mostPictures = 0
        #expect(Self.settle(&subscriptions, members) == ["leave 2 video"])
        #expect(subscriptions.unseen == [Self.bo, Self.cy])
        #expect(subscriptions.receivedVideo(members, of: 1) == [Self.bo])
    }

    @Test("a sender who changes one track is subscribed to again for that track alone")
    func changes() {
        var (subscriptions, members) = (Subscriptions(slots: 8), Self.members())
        _ = subscriptions.appeared(Self.publisher(2, 20, [.audio]))
        #expect(Self.settle(&subscriptions, members) == ["receive 2 audio #1"])
        #expect(subscriptions.appeared(Self.publisher(2, 20, [.audio])) == nil, "no news")
        #expect(subscriptions.appeared(Self.publisher(2, 20)) == [])
        #expect(Self.settle(&subscriptions, members) == ["receive 2 video #2"])
        #expect(subscriptions.appeared(Self.publisher(2, 20, [.video])).map(Self.words) == ["leave 2 audio"])
        members.isSilent(2)
        #expect(Self.settle(&subscriptions, members) == [])
    }

    @Test("a connection that worked is recreated once; one that never did is given up until a new announcement")
    func broken() {
        var (subscriptions, members) = (Subscriptions(slots: 8), Self.members())
        _ = subscriptions.appeared(Self.publisher(2, 20, [.audio]))
        _ = Self.settle(&subscriptions, members)
        #expect(subscriptions.again(Self.id(20, .audio, 1)) == nil)
        subscriptions.isWorking(Self.id(20, .audio, 1))
        #expect(
            subscriptions.again(Self.id(20, .audio, 1)).map(Self.words) == [
                "leave 2 audio for good", "receive 2 audio #2",
            ])
        #expect(subscriptions.again(Self.id(20, .audio, 1)) == nil, "the one before")
        #expect(subscriptions.failed(Self.id(20, .audio, 2)) && !subscriptions.failed(Self.id(20, .audio, 2)))
        #expect(Self.settle(&subscriptions, members) == [])
        #expect(subscriptions.sender(of: 20) == nil, "nothing of it could be received")
        #expect(subscriptions.appeared(Self.publisher(2, 20, [.audio])) == [])
        #expect(Self.settle(&subscriptions, members) == ["receive 2 audio #3"])
    }

    @Test("a participant who leaves and comes back is received again; after this device joins anew nothing is")
    func backAgain() {
        var (subscriptions, members) = (Subscriptions(slots: 8), Self.members())
        _ = subscriptions.appeared(Self.publisher(2, 20, [.audio]))
        _ = Self.settle(&subscriptions, members)
        _ = members.left(2)
        #expect(Self.words(subscriptions.lostSight(of: Self.bo)) == ["leave 2 audio for good"])
        #expect(Self.settle(&subscriptions, members) == [])
        _ = members.joined(2, 22, name: nil)
        members.publishes(2, as: 20)
        #expect(Self.settle(&subscriptions, members) == ["receive 2 audio #2"])
        #expect(subscriptions.sound(of: 2) == [Self.id(20, .audio, 2)])
        subscriptions.reentered()
        #expect(subscriptions.known.isEmpty && Self.settle(&subscriptions, members) == [])
        #expect(Self.words(subscriptions.disappeared(20)) == [])
    }
}
