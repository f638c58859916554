import ECallAPI
import Foundation

/// A string signed by a device (e2ee 1), checked for its form only: three parts of base64url. `RegisteredIdentity`,
/// `DeviceStatement` and `SignInProof` verify signatures; clients verify those of the first two again.
struct SignedText: Sendable, Hashable {
    static let largest = 4 * 1024

    let text: String

    init?(_ text: String) {
        guard text.utf8.count <= Self.largest else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty && Base64URL.decode($0) != nil }) else { return nil }
        self.text = text
    }

    /// The declared type: `ecall-vouch` and the like.
    var type: String? { member("typ", ofPart: 0) }

    private func member(_ name: String, ofPart index: Int) -> String? {
        let part = text.split(separator: ".")[index]
        guard let data = Base64URL.decode(part),
            let members = try? JSONDecoder().decode([String: JSONValue].self, from: data)
        else { return nil }
        return members[name]?.text
    }
}
