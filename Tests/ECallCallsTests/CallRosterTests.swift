import ECallAPI
import ECallSecurity
import Testing

@testable import ECallCalls

@Suite("Who is in a call", .timeLimit(.minutes(1)))
struct CallRosterTests {
    static let own = DeviceAddress(userID: 1, deviceID: 11)

    static func participant(
        _ user: UserID, _ device: DeviceID, _ status: ParticipantStatus = .connected
    ) -> Participant {
        Participant(
            userId: user, deviceId: device, displayName: "user \(user)", isHost: false, callId: 7, isHostKey: false,
            feedId: nil, isMuted: false, isVideoEnabled: true, status: status)
    }

    static func member(_ user: UInt64, _ device: UInt64) -> CallRoster.Member {
        CallRoster.Member(address: DeviceAddress(userID: user, deviceID: device), name: "user \(user)")
    }

    /// 000-50
    @Test("the list tells who joined and who left, each once")
    func list() {
        var roster = CallRoster(own: Self.own)
        let both = [Self.participant(1, 11), Self.participant(2, 22)]
        #expect(roster.update(both) == [.joined(Self.member(2, 22))])
        #expect(roster.update(both) == [])
        let ringing = [Self.participant(1, 11), Self.participant(2, 0, .inviting)]
        #expect(roster.update(ringing) == [.left(DeviceAddress(userID: 2, deviceID: 22))])
        #expect(roster.addresses.isEmpty)
    }

    @Test("a server that names thousands is not followed past fifty members and two hundred people")
    func thousands() {
        var roster = CallRoster(own: Self.own)
        var people = CallPeople()
        let many = (2..<5002).map { Self.participant(UserID($0), DeviceID($0)) }
        #expect(roster.update(many).count == 50)
        people.update(many)
        for user in UInt64(5002)..<5402 {
            #expect(roster.joined(UserID(user), 1, name: "x") == [])
            people.joined(UserID(user), name: "x")
        }
        #expect(roster.addresses.count == 50 && people.people.count == 200)
        _ = roster.left(2)
        #expect(roster.joined(9000, 1, name: "x").count == 1, "who leaves makes place")
    }

    @Test(
        "only a device that joined is a member",
        arguments: [
            (ParticipantStatus.inviting, false), (.rejected, false), (.left, false), (.reconnecting, true),
            (.accepted, true), (.connected, true),
        ])
    func statuses(_ status: ParticipantStatus, _ isMember: Bool) {
        var roster = CallRoster(own: Self.own)
        _ = roster.update([Self.participant(2, 22, status)])
        #expect(roster.addresses.isEmpty != isMember)
    }

    @Test("a person who comes back with another device has left with the first")
    func otherDevice() {
        var roster = CallRoster(own: Self.own)
        _ = roster.joined(2, 22, name: "user 2")
        #expect(
            roster.joined(2, 23, name: "user 2")
                == [.left(DeviceAddress(userID: 2, deviceID: 22)), .joined(Self.member(2, 23))])
    }

    @Test("whatever changes raises the revision, so that an older list is noticed; what is known already does not")
    func revisions() {
        var roster = CallRoster(own: Self.own)
        var last = roster.revision
        func hasRisen() -> Bool {
            defer { last = roster.revision }
            return roster.revision > last
        }
        let steps: [(inout CallRoster) -> [CallRoster.Change]] = [
            { $0.joined(2, 22, name: "user 2") }, { $0.left(2) },
        ]
        for step in steps {
            #expect(!step(&roster).isEmpty && hasRisen())
            #expect(step(&roster).isEmpty && !hasRisen())
        }
    }

    @Test("who reconnects has not left, and is reached again: each said once, by lists and by signals")
    func reconnects() {
        var roster = CallRoster(own: Self.own)
        #expect(roster.update([Self.participant(2, 22)]) == [.joined(Self.member(2, 22))])
        let last = roster.revision
        #expect(roster.updated(2, .reconnecting) == [.reached(Self.member(2, 22), false)])
        #expect(roster.revision > last, "a list that was asked for before is older")
        #expect(roster.updated(2, .reconnecting) == [] && roster.reconnecting == [2])
        #expect(roster.update([Self.participant(2, 22, .reconnecting)]) == [])
        #expect(roster.updated(2, nil) == [], "it was about something else")
        #expect(roster.update([Self.participant(2, 22)]) == [.reached(Self.member(2, 22), true)])
        #expect(roster.updated(2, .connected) == [] && roster.reconnecting.isEmpty)
        #expect(roster.updated(3, .reconnecting) == [], "a stranger")
        _ = roster.updated(2, .reconnecting)
        _ = roster.left(2)
        #expect(roster.reconnecting.isEmpty)
    }

    @Test("who joins while the line is down is told of as such")
    func joinsReconnecting() {
        var roster = CallRoster(own: Self.own)
        #expect(
            roster.update([Self.participant(2, 22, .reconnecting)])
                == [.joined(Self.member(2, 22)), .reached(Self.member(2, 22), false)])
    }

    @Test("oneself is never a member")
    func oneself() {
        var roster = CallRoster(own: Self.own)
        #expect(roster.joined(1, 12, name: "me elsewhere") == [])
    }
}
