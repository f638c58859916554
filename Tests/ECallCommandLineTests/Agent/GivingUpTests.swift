import ECallAPI
import ECallAccount
import ECallCore
import Testing

@testable import ECallCalls
@testable import ECallCommandLine

@Suite("Revoking a device")
struct GivingUpTests {
    @Test("each incomplete step is reported with what to do, and none if all succeeded")
    func told() throws {
        #expect(CommandFailure.givingUp(12, .init(hadKeys: true, notSaid: nil, notSignedOut: nil)) == nil)
        #expect(CommandFailure.givingUp(12, .init(hadKeys: false, notSaid: nil, notSignedOut: nil)) == nil)

        let notSaid = try #require(
            CommandFailure.givingUp(12, .init(hadKeys: true, notSaid: .offline, notSignedOut: nil)))
        #expect(
            notSaid.status == .unreachable
                && notSaid.message.hasPrefix("Device 12 was signed out, but couldn’t be marked as lost."))

        let isIn = " Device 12 is still signed in."
        let told = " It was marked as lost, but it’s still signed in. Sign it out again."
        let next = " Type: ecall devices lost 12"
        let cases: [(hadKeys: Bool, notSaid: CallFailure?, text: String)] = [
            (true, nil, told + next), (false, nil, isIn + next), (true, .offline, isIn + next),
        ]
        for (hadKeys, notSaid, text) in cases {
            let failure = try #require(
                CommandFailure.givingUp(
                    12,
                    .init(hadKeys: hadKeys, notSaid: notSaid, notSignedOut: .server(.offline(host: "a.example.net")))))
            #expect(
                failure.message.hasPrefix("Can’t reach a.example.net.") && failure.message.hasSuffix(text),
                "\(failure.message)")
        }
    }
}
