import ECallAPI
import ECallLanguage
import Foundation
import Testing

@testable import ECallFlows

@Suite("Identifiers of calls for the system", .timeLimit(.minutes(1)))
struct SystemCallIDTests {
    @Test("a name has its UUID from RFC 9562, appendix B.2")
    func vector() {
        let namespace = UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8")
        let uuid = namespace.map { SystemCallID.derive("www.example.com", in: $0) }
        #expect(uuid == UUID(uuidString: "5c146b14-3c52-8afd-938a-375d0df1fbf6"))
    }

    @Test("a call has one UUID, which differs from that of any other call or unreadable push")
    func distinct() {
        #expect(SystemCallID.of(7) == SystemCallID.of(7))
        let all = (1...200).flatMap { [SystemCallID.of(CallID(UInt64($0))), SystemCallID.unreadable($0)] }
        #expect(Set(all).count == 400)
    }

    @Test("a push names its call in the server's format")
    func push() {
        let json = #"""
            {"aps":{},"callId":7,"callerDeviceId":22,"callerId":2,"callerName":"Bo","encryptedAESKey":"eA==",
            "isOnGoing":false,"isVideo":true,"roomId":5}
            """#
        #expect(RingPush(json: Data(json.utf8)) == RingPush(call: 7, caller: 2, callerName: "Bo", isVideo: true))
    }

    @Test(
        "a push without a call cannot be parsed",
        arguments: [
            "", "{", "[]", #"{"aps":{}}"#, #"{"callId":0,"callerId":2}"#, #"{"callId":7}"#,
            #"{"callId":7,"callerId":0}"#,
            #"{"callId":"7","callerId":2}"#, #"{"callId":9007199254740992,"callerId":2}"#,
            #"{"callId":7,"callerId":2,"callerName":1}"#,
        ])
    func unreadable(json: String) { #expect(RingPush(json: Data(json.utf8)) == nil) }

    @Test("a push needs at least its caller and its call")
    func least() {
        let push = RingPush(json: Data(#"{"callId":7,"callerId":2}"#.utf8))
        #expect(push == RingPush(call: 7, caller: 2, callerName: "", isVideo: false))
        #expect(push.map(SystemCaller.init)?.name == .commonSomebody)
    }

    @Test(
        "a caller has their name unless hidden or unverified",
        arguments: [
            (.hidden, .commonSomebody), (.said, .verbatim("Bo")), (.verified, .verbatim("Bo")),
            (.newDevice, .incomingNewDevice(name: Text.verbatim("Bo"))), (.unverified, .notificationUnverified),
        ] as [(SystemCaller.Trust, Text)])
    func names(trust: SystemCaller.Trust, name: Text) {
        #expect(SystemCaller(2, name: "Bo", trust, isVideo: false).name == name)
    }

    @Test("the caller's trust is that of the invitation")
    func trust() {
        let callers = [
            CallSamples.incoming(), CallSamples.incoming(isVerified: false),
            CallSamples.incoming(isVerified: false, isNewDevice: true),
        ].map(SystemCaller.init)
        #expect(callers.map(\.trust) == [.verified, .unverified, .newDevice])
    }
}
