/// The syntax that language tags of BCP 47 share (RFC 4647 section 2.1): letters, then letters and digits, up to eight each.
package enum LanguageTag {
    /// As a regular expression of JSON Schema.
    package static let pattern = "^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$"

    package static func isWellFormed(_ text: some StringProtocol) -> Bool {
        let subtags = text.split(separator: "-", omittingEmptySubsequences: false)
        return subtags.enumerated().allSatisfy { index, subtag in
            (1...8).contains(subtag.utf8.count)
                && subtag.allSatisfy { $0.isASCII && ($0.isLetter || (index > 0 && $0.isNumber)) }
        }
    }
}
