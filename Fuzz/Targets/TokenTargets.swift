import ECallAPI
import Foundation

@testable import OpenIDConnect
@testable import ServerFoundation

extension FuzzTarget {
    static let tokens = [
        FuzzTarget(name: "strict-json") { input in
            let problem = StrictJSON.problem(in: input)
            guard problem == nil else { return .refused }
            // What all readers agree on the system's reader reads.
            let value = try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
            try require(value != nil || hasHugeNumber(input), "the system does not read it")
            return .accepted([])
        },
        // The claims alone: behind base64, few mutations make sense.
        FuzzTarget(name: "jwt-claims") { input in
            guard StrictJSON.problem(in: input) == nil, let claims = try? IDTokenClaims(json: Data(input)) else {
                return .refused
            }
            let rules = IDTokenRules(issuer: "https://issuer.example.org", algorithms: ["RS256"])
            guard (try? rules.check(claims, audiences: ["ecall"], nonce: "n", at: now)) != nil else { return .refused }
            try require(claims.issuer == "https://issuer.example.org" && claims.nonce == "n", "another token")
            try require(claims.audience.allSatisfy { $0 == "ecall" }, "a token of others")
            try require(rules.end(of: claims) > now, "a token that is over")
            return .accepted([])
        },
    ]

    static let now = Timestamp(milliseconds: 1_700_000_000_000)

    /// Foundation refuses numbers that no Double holds.
    private static func hasHugeNumber(_ input: [UInt8]) -> Bool {
        input.contains(UInt8(ascii: "e")) || input.contains(UInt8(ascii: "E"))
            || input.split(whereSeparator: { !(0x30...0x39).contains($0) }).contains { $0.count > 300 }
    }
}
