import ECallAPI
import Foundation
import KeyDistribution
import Testing

@testable import ECallCalls

@Suite("People who come by a link to the call", .timeLimit(.minutes(1)))
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

    @Test("a request needs the right secret, of this call, from another person")
    func takes() {
        let almost = String(repeating: "s", count: 42) + "t"
        let rows: [(InvitationRequest, Bool)] = [
            (request(), true), (request(by: 3, almost), false), (request(call: 8), false), (request(by: 1), false),
            (request(by: 3, ""), false), (request(by: 3, secret + "s"), false),
        ]
        for (request, isMeant) in rows {
            #expect(admission().takes(request, people: [:]) == isMeant)
        }
    }

    @Test("a link works neither before it is made nor once withdrawn; the next one has another secret")
    func withdrawn() {
        var admission = LinkAdmission()
        let other = String(repeating: "o", count: 43)
        var taken = [admission.takes(request(), people: [:])]
        let first = admission.make(for: 7, by: 1, secret: secret)
        let same = admission.make(for: 7, by: 1, secret: other)
        admission.withdraw()
        taken.append(admission.takes(request(), people: [:]))
        let second = admission.make(for: 7, by: 1, secret: other)
        taken += [admission.takes(request(), people: [:]), admission.takes(request(by: 3, other), people: [:])]
        let next = admission.make(for: 8, by: 1, secret: secret)
        taken.append(admission.takes(request(by: 4, other), people: [:]))
        #expect(same == first && second.secret == other && next.call == 8)
        #expect(taken == [false, false, false, true, false])
    }

    @Test("a person who is in the call, rings or was removed is not invited; one who has left is")
    func again() {
        let admission = admission()
        let rows: [(CallParticipant.Status, Bool)] = [
            (.joined, false), (.reconnecting, false), (.onHold, false), (.ringing, false), (.removed, false),
            (.left, true), (.declined, true), (.noAnswer, true), (.busy, true),
        ]
        for (status, isTaken) in rows {
            #expect(admission.takes(request(), people: [1: .joined, 3: status]) == isTaken, "\(status)")
        }
        #expect(admission.takes(request(by: 4), people: [1: .joined, 3: .joined]))
    }

    @Test("a person who asked by the link counts as by link in this call, also when added by hand")
    func byHand() {
        var admission = admission()
        #expect(admission.comingByLink([3, 4], into: 7).isEmpty)
        admission.hasAsked(3, into: 7)
        #expect(admission.comingByLink([3, 4], into: 7) == [3])
        #expect(admission.comingByLink([3, 4], into: 8).isEmpty && admission.comingByLink([3], into: nil).isEmpty)
        admission.withdraw()
        #expect(admission.comingByLink([3], into: 7) == [3], "they have it from whoever had the link")
        admission.hasAsked(4, into: 8)
        #expect(admission.comingByLink([3, 4], into: 8) == [4])
    }

    @Test("a person met by a current device is invited at once, as in the page")
    func verdicts() throws {
        struct Vectors: Decodable {
            struct Row: Decodable {
                let trusts: [DeviceTrust]
                let verdict: LinkVerdict
            }
            let admissions: [Row]
        }
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let rows = try JSONDecoder().decode(
            Vectors.self, from: Data(contentsOf: folder.appending(path: "Vectors/call-links.json"))
        ).admissions
        #expect(rows.count > 10)
        for row in rows { #expect(LinkVerdict(row.trusts) == row.verdict, "\(row.trusts.map(\.text))") }
    }
}
