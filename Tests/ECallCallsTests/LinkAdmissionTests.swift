import ECallAPI
import Testing

@testable import ECallCalls

@Suite("Who comes by a link to the call", .timeLimit(.minutes(1)))
struct LinkAdmissionTests {
    private let secret = String(repeating: "s", count: 43)

    private func request(call: CallID = 7, by user: UserID = 3, _ token: String? = nil) -> InvitationRequest {
        InvitationRequest(call: call, sender: user, token: token ?? secret)
    }

    private func admission() -> LinkAdmission {
        var admission = LinkAdmission()
        _ = admission.make(for: 7, by: 1, secret: secret)
        return admission
    }

    @Test("by the right secret, of this call, and not oneself")
    func takes() {
        let almost = String(repeating: "s", count: 42) + "t"
        let rows: [(InvitationRequest, Bool)] = [
            (request(), true), (request(by: 3, almost), false), (request(call: 8), false), (request(by: 1), false),
            (request(by: 3, ""), false), (request(by: 3, secret + "s"), false),
        ]
        for (request, isMeant) in rows {
            #expect(admission().takes(request, present: []) == isMeant)
        }
    }

    @Test("not before there is a link, and not after it was withdrawn; the next one has another secret")
    func withdrawn() {
        var admission = LinkAdmission()
        let other = String(repeating: "o", count: 43)
        var taken = [admission.takes(request(), present: [])]
        let first = admission.make(for: 7, by: 1, secret: secret)
        let same = admission.make(for: 7, by: 1, secret: other)
        admission.withdraw()
        taken.append(admission.takes(request(), present: []))
        let second = admission.make(for: 7, by: 1, secret: other)
        taken += [admission.takes(request(), present: []), admission.takes(request(by: 3, other), present: [])]
        let next = admission.make(for: 8, by: 1, secret: secret)
        taken.append(admission.takes(request(by: 4, other), present: []))
        #expect(same == first && second.secret == other && next.call == 8)
        #expect(taken == [false, false, false, true, false])
    }

    @Test("who is in the call or rings is not invited again; who has left comes back")
    func again() {
        let admission = admission()
        #expect(!admission.takes(request(), present: [1, 3]))
        #expect(admission.takes(request(by: 4), present: [1, 3]))
        #expect(admission.takes(request(), present: [1]))
    }
}
