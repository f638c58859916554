package import NIOHTTP1

/// The rules for a request's head beyond those of the decoder (RFC 9112 sections 2 to 6 and 9). Pure.
package enum RequestHeadRules {
    package struct Accepted: Sendable, Equatable {
        /// The head with the target as a path, and the effective host.
        package var head: HTTPRequestHead
        /// Whether the connection may serve another request.
        package let keepsAlive: Bool
        /// Whether the client waits for `100 Continue` before it sends the body.
        package let expectsContinue: Bool
    }

    package static func check(_ head: HTTPRequestHead, largestBody: Int) -> Result<Accepted, HTTPRefusal> {
        do throws(HTTPRefusal) {
            // A request line without a version is malformed (RFC 9112 section 3).
            guard head.version.major > 0 else { throw .malformed }
            guard head.version == .http1_1 || head.version == .http1_0 else { throw .version }
            guard head.method != .CONNECT else { throw .connect }
            var head = head
            try checkHost(head)
            try settleTarget(&head)
            try checkFraming(head, largestBody: largestBody)
            let expectations = head.headers[canonicalForm: "expect"].map { $0.lowercased() }
            guard expectations.allSatisfy({ $0 == "100-continue" }) else { throw .expectation }
            let options = head.headers[canonicalForm: "connection"].map { $0.lowercased() }
            // The decoder reads nothing after a request that asks for another protocol.
            let asksForUpgrade = options.contains("upgrade") && head.headers.contains(name: "upgrade")
            return .success(
                Accepted(
                    head: head,
                    keepsAlive: head.version == .http1_1 && !options.contains("close") && !asksForUpgrade,
                    expectsContinue: head.version == .http1_1 && !expectations.isEmpty))
        } catch {
            return .failure(error)
        }
    }

    // MARK: - Host (RFC 9112 section 3.2)

    private static func checkHost(_ head: HTTPRequestHead) throws(HTTPRefusal) {
        let hosts = head.headers["host"]
        if hosts.isEmpty, head.version == .http1_0 { return }
        guard hosts.count == 1, isHost(hosts[0]) else { throw .host }
    }

    /// A host name or an address, with an optional port (RFC 3986 section 3.2).
    package static func isHost(_ text: String) -> Bool {
        var rest = text[...]
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]"), IPAddress(rest[rest.index(after: rest.startIndex)..<end]) != nil
            else { return false }
            rest = rest[rest.index(after: end)...]
        } else {
            let name = rest.prefix { $0 != ":" }
            guard (1...255).contains(name.utf8.count), name.utf8.allSatisfy(isNameByte) else { return false }
            rest = rest[name.endIndex...]
        }
        guard let colon = rest.first else { return true }
        let port = rest.dropFirst()
        return colon == ":" && port.utf8.count <= 5
            && port.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "%"):
            true
        default: false
        }
    }

    // MARK: - Target (RFC 9112 section 3.2)

    /// Reduces an absolute form to its path, whose host replaces the field.
    private static func settleTarget(_ head: inout HTTPRequestHead) throws(HTTPRefusal) {
        if head.uri == "*" {
            guard head.method == .OPTIONS else { throw .target }
            return
        }
        let scheme = head.uri.prefix(8).lowercased()
        for known in ["http://", "https://"] where scheme.hasPrefix(known) {
            let rest = head.uri.dropFirst(known.count)
            let authority = rest.prefix { $0 != "/" && $0 != "?" }
            guard isHost(String(authority)) else { throw .host }
            let path = rest[authority.endIndex...]
            head.headers.replaceOrAdd(name: "host", value: String(authority))
            head.uri = path.first == "/" ? String(path) : "/" + path
            return
        }
        guard head.uri.hasPrefix("/") else { throw .target }
    }

    // MARK: - Body (RFC 9112 section 6)

    private static func checkFraming(_ head: HTTPRequestHead, largestBody: Int) throws(HTTPRefusal) {
        let lengths = head.headers["content-length"]
        if head.headers.contains(name: "transfer-encoding") {
            // Two framings, or one that old parsers do not know, enable request smuggling.
            guard lengths.isEmpty, head.version == .http1_1 else { throw .framing }
            let codings = head.headers[canonicalForm: "transfer-encoding"].map { $0.lowercased() }
            guard codings == ["chunked"] else { throw .coding }
        }
        guard lengths.count <= 1 else { throw .framing }
        if let length = lengths.first {
            guard !length.isEmpty, length.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
                throw .framing
            }
            guard let size = Int(length), size <= largestBody else { throw .bodyTooLarge }
        }
    }
}
