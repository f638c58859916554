import ECallAPI
import Testing

@testable import ECallCalls

@Suite("Whom a call has, had and rings", .timeLimit(.minutes(1)))
struct CallPeopleTests {
    private static func listed(
        _ user: UserID, _ status: ParticipantStatus, _ reason: EndReason? = nil, isMuted: Bool = false,
        isOnHold: Bool? = nil
    ) -> Participant {
        Participant(
            userId: user, deviceId: 0, displayName: "user \(user)", isHost: user == 1, callId: 7, isHostKey: false,
            feedId: nil, isMuted: isMuted, isVideoEnabled: true, status: status, endReason: reason, isOnHold: isOnHold)
    }

    private static func notice(_ user: UserID, name: String? = nil) -> ParticipantNotice {
        ParticipantNotice(call: 7, user: user, device: nil, name: name)
    }

    @Test(
        "a list says where each stands",
        arguments: [
            (listed(2, .inviting), .ringing), (listed(2, .accepted), .joined), (listed(2, .connected), .joined),
            (listed(2, .reconnecting), .reconnecting), (listed(2, .connected, isOnHold: true), .onHold),
            (listed(2, .reconnecting, isOnHold: true), .onHold), (listed(2, .left), .left),
            (listed(2, .left, .connectionLost), .left), (listed(2, .rejected, .declined), .declined),
            (listed(2, .rejected, .noAnswer), .noAnswer), (listed(2, .rejected, .busy), .busy),
            (listed(2, .rejected), .declined), (listed(2, .rejected, .other), .declined),
            (listed(2, .rejected, .cancelled), .removed),
        ] as [(Participant, CallParticipant.Status)])
    func lists(participant: Participant, status: CallParticipant.Status) {
        var people = CallPeople()
        people.update([Self.listed(1, .connected), participant])
        #expect(people[2]?.status == status && people[2]?.name == "user 2" && people[2]?.isVideoEnabled == true)
        #expect(people[1]?.isHost == true && people[2]?.isHost == false)
        people.update([Self.listed(1, .connected)])
        #expect(people[2] == nil, "who is not listed is not of the call")
    }

    enum Step: Sendable {
        case invited, rejected(EndReason?), joined, left, removed, updated(ParticipantUpdate), listed(Participant)
    }

    private static func update(
        _ status: ParticipantStatus? = nil, isMuted: Bool? = nil, isOnHold: Bool? = nil
    ) -> Step {
        .updated(ParticipantUpdate(participant: notice(2), status: status, isMuted: isMuted, isOnHold: isOnHold))
    }

    @Test(
        "signals move somebody on, in whatever order they come",
        arguments: [
            ([.invited], .ringing), ([.invited, .rejected(.busy)], .busy), ([.invited, .joined], .joined),
            ([.invited, .rejected(nil), .invited], .ringing),
            ([.invited, .rejected(.cancelled)], .removed), ([.invited, .rejected(.removed)], .removed),
            // Another device of theirs has declined, after they came.
            ([.joined, .rejected(.declined)], .joined),
            ([.joined, .left], .left), ([.joined, .removed], .removed), ([.invited, .removed], .removed),
            // The reason is said once, that they are gone several times.
            ([.joined, .removed, .left], .removed), ([.joined, .left, .removed], .removed),
            ([.joined, .removed, .listed(listed(2, .left))], .removed),
            ([.joined, .removed, .invited], .ringing), ([.joined, .removed, .invited, .joined], .joined),
            ([.joined, .removed, .invited, .joined, .left], .left),
            ([.joined, update(.reconnecting)], .reconnecting),
            ([.joined, update(.reconnecting), update(.connected)], .joined),
            ([.joined, update(isOnHold: true)], .onHold),
            ([.joined, update(isOnHold: true), update(isOnHold: false)], .joined),
            ([.invited, update(.reconnecting)], .ringing), ([.joined, .left, update(.connected)], .left),
            ([.left], nil), ([.removed], nil), ([update(.connected)], nil),
        ] as [([Step], CallParticipant.Status?)])
    func signals(steps: [Step], status: CallParticipant.Status?) {
        var people = CallPeople()
        for step in steps {
            switch step {
            case .invited: people.invited(Self.notice(2, name: "Bo"))
            case .rejected(let reason):
                people.rejected(ParticipantRejection(participant: Self.notice(2), reason: reason))
            case .joined: people.joined(2, name: nil)
            case .left: people.left(2)
            case .removed: people.left(2, isRemoved: true)
            case .updated(let update): people.updated(update)
            case .listed(let participant): people.update([participant])
            }
        }
        #expect(people[2]?.status == status)
    }

    @Test("as many may be heard as the server lets: oneself, the muted and the absent do not count")
    func full() {
        var people = CallPeople()
        let others = (2...17).map { Self.listed(UserID(UInt64($0)), .connected) }
        people.update([Self.listed(1, .connected)] + others)
        #expect(people.isFull(besides: 1))
        people.sends(1, isMuted: true)
        #expect(people.isFull(besides: 1) && !people.isFull(besides: 2))
        people.updated(ParticipantUpdate(participant: Self.notice(5), isMuted: true))
        #expect(!people.isFull(besides: 1))
        people.update([Self.listed(1, .connected)] + others.dropLast() + [Self.listed(17, .inviting)])
        #expect(!people.isFull(besides: 1))
        people.sends(3, isMuted: true)
        #expect(people[3]?.isMuted == true)
    }
}
