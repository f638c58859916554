package import HTTPTypes

/// Evaluates `If-Match` and `If-None-Match` (RFC 9110 section 13). Pure.
package enum EntityTags {
    package enum Verdict: Equatable { case proceed, notModified, preconditionFailed }

    /// - Parameter tag: the strong tag of the current representation, quoted.
    package static func verdict(on headers: HTTPFields, method: HTTPRequest.Method, tag: String) -> Verdict {
        // In the order of section 13.2.2.
        let required = headers[values: .ifMatch]
        if !required.isEmpty, !matches(required, tag, weakly: false) { return .preconditionFailed }
        if matches(headers[values: .ifNoneMatch], tag, weakly: true) {
            return method == .get || method == .head ? .notModified : .preconditionFailed
        }
        return .proceed
    }

    private static func matches(_ values: [String], _ tag: String, weakly: Bool) -> Bool {
        values.contains { value in
            list(value).contains { $0 == "*" || $0 == tag || weakly && $0 == "W/" + tag }
        }
    }

    /// The members of the list (RFC 9110 section 5.6.1); a comma within quotes belongs to a tag.
    package static func list(_ value: String) -> [Substring] {
        var (members, start, isQuoted): ([Substring], String.Index, Bool) = ([], value.startIndex, false)
        for index in value.indices {
            switch value[index] {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                members.append(value[start..<index])
                start = value.index(after: index)
            default: break
            }
        }
        members.append(value[start...])
        return members.map { member in
            let end = member.lastIndex { $0 != " " && $0 != "\t" }.map { member.index(after: $0) } ?? member.startIndex
            return member[..<end].drop { $0 == " " || $0 == "\t" }
        }.filter { !$0.isEmpty }
    }
}
