import ECallAPI
import ECallSecurity
import FrameCrypto
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

@Suite("Public keys of the devices of a call", .timeLimit(.minutes(1)))
struct PeerKeysTests {
    static let device = DeviceAddress(userID: 1, deviceID: 11)
    let first: DevicePublicKey
    let second: DevicePublicKey
    let answers = LockedValue<[String: String]>([:])
    let notices = LockedValue<[String]>([])
    let fetches = LockedValue(0)

    init() throws {
        first = try DeviceKeyPair.generate().publicKey
        second = try DeviceKeyPair.generate().publicKey
    }

    func makePeers() -> PeerKeys {
        let (answers, notices, fetches) = (answers, notices, fetches)
        return PeerKeys(
            pins: KeyPins(),
            fetch: { (_: [UserID]) async throws(CallFailure) in
                fetches.withLock { $0 += 1 }
                return PublicKeysResponse(publicKeys: answers.withLock { $0 })
            }, savePins: { _ in }, notice: { text in notices.withLock { $0.append(text) } })
    }

    @Test("a key that was taken once in a call stays, whatever the server says when another device is looked up")
    func noSwap() async throws {
        let peers = makePeers()
        answers.withLock { [first] in $0 = ["1_11": first.text] }
        #expect(try await peers.key(of: Self.device)?.pin == first.pin)
        answers.withLock { [second] in $0 = ["1_11": second.text, "1_12": second.text] }
        #expect(try await peers.key(of: DeviceAddress(userID: 1, deviceID: 12))?.pin == second.pin)
        #expect(try await peers.key(of: Self.device)?.pin == first.pin)
        #expect(await peers.knownKey(of: Self.device)?.pin == first.pin)
        #expect(try await peers.load([1])[Self.device]?.pin == first.pin)
        #expect(notices.withLock { $0 }.contains { $0.contains("has changed") }, "and it is told")
        #expect(fetches.withLock { $0 } == 3, "a device that was seen is not looked up again")
    }

    @Test("an address has one spelling; people who were not asked for, and what is no key, are left out")
    func addresses() async throws {
        let peers = makePeers()
        let taken = first.text
        let others = [
            "01_11", "1_012", "1_", "_11", "1_0", "+1_13", "1_+13", "1_13_14", "1_1e3", " 1_15", "9_99",
            "1_18446744073709551616",
        ]
        answers.withLock { answers in
            answers = ["1_11": taken, "1_16": "no key"]
            for other in others { answers[other] = taken }
        }
        #expect(try await Set(peers.load([1]).keys) == [Self.device])
        #expect(notices.withLock { $0 }.count == 1)
    }
}
