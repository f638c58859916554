import Testing

@testable import FrameCrypto

@Suite("Slots and feeds", .timeLimit(.minutes(1)))
struct SubscriptionSlotTests {
    @Test("a slot opens for the new sender from asking on, and settles two seconds after the last switch")
    func switching() {
        var slot = SubscriptionSlot(sender: "ana")
        #expect(!slot.isSettling(now: 0))
        let answers = [slot.switched(to: "ana", now: 0), slot.switched(to: "bo", now: second)]
        #expect(answers == [false, true])
        #expect(slot.sender == "bo")
        #expect([0, 2 * second, 3 * second - 1, 3 * second].map(slot.isSettling) == [true, true, true, false])
        let back = slot.switched(to: "ana", now: 4 * second)
        #expect(back && slot.isSettling(now: 5 * second))
        let again = slot.switched(to: "ana", now: 5 * second)
        #expect(!again && !slot.isSettling(now: 6 * second))
    }

    @Test("44 second-feed-refused: of one sender and kind the first feed is received, until it ends")
    func feeds() {
        var feeds = ReceivedFeeds<String, Int>()
        let began = [feeds.began(1, of: "ana video"), feeds.began(2, of: "ana video"), feeds.began(3, of: "ana audio")]
        #expect(began == [true, false, true])
        let again = [feeds.began(1, of: "ana video"), feeds.began(2, of: "ana video"), feeds.began(4, of: "ana video")]
        #expect(again == [true, false, false])
        let ended = [feeds.ended(4, of: "ana video"), feeds.ended(1, of: "ana video"), feeds.ended(2, of: "ana video")]
        #expect(ended == [nil, 2, nil])
        let anew = feeds.began(1, of: "ana video")
        #expect(anew)
    }
}
