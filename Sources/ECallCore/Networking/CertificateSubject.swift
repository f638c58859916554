import Foundation

/// The name of a certificate's subject (RFC 5280 section 4.1.2.6), for a person to read. Decides nothing about trust: BoringSSL has
/// accepted the certificate before.
enum CertificateSubject {
    private static let longest = 64
    /// 2.5.4.3 and 2.5.4.10.
    private static let (commonName, organization): ([UInt8], [UInt8]) = ([0x55, 4, 3], [0x55, 4, 10])

    /// The common name, or the organization; empty if the subject has neither.
    static func name(in certificate: [UInt8]) -> String {
        let names = attributes(of: certificate)
        let name = names[commonName] ?? names[organization] ?? ""
        // Characters of direction or control could make a name look like another.
        let plain = name.unicodeScalars.filter {
            ![.control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate].contains(
                $0.properties.generalCategory)
        }
        return String(String(String.UnicodeScalarView(plain)).prefix(longest))
    }

    private static func attributes(of certificate: [UInt8]) -> [[UInt8]: String] {
        var outer = DERReader(certificate[...])
        guard let body = outer.value(0x30) else { return [:] }
        var inner = DERReader(body)
        guard let signed = inner.value(0x30) else { return [:] }
        var fields = DERReader(signed)
        _ = fields.value(0xA0)
        // Serial number, signature algorithm, issuer, validity.
        for tag: UInt8 in [0x02, 0x30, 0x30, 0x30] { guard fields.value(tag) != nil else { return [:] } }
        guard let subject = fields.value(0x30) else { return [:] }
        var names: [[UInt8]: String] = [:]
        var sets = DERReader(subject)
        while let set = sets.value(0x31) {
            var pairs = DERReader(set)
            while let pair = pairs.value(0x30) {
                var parts = DERReader(pair)
                guard let kind = parts.value(0x06), let text = parts.value(0x0C) ?? parts.value(0x13) else { continue }
                // The last one is the most specific.
                names[Array(kind)] = String(decoding: text, as: UTF8.self)
            }
        }
        return names
    }
}

/// Values of DER (X.690), one after another.
private struct DERReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The content of the next value if it has this tag; nil, and nothing is read, otherwise.
    mutating func value(_ tag: UInt8) -> ArraySlice<UInt8>? {
        guard rest.first == tag else { return nil }
        var head = rest.dropFirst()
        guard let first = head.popFirst() else { return nil }
        var length = Int(first)
        if first & 0x80 != 0 {
            let count = Int(first & 0x7F)
            guard (1...3).contains(count), head.count >= count else { return nil }
            length = head.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            head = head.dropFirst(count)
        }
        guard head.count >= length else { return nil }
        rest = head.dropFirst(length)
        return head.prefix(length)
    }
}
