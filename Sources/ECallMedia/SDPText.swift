/// Reads session descriptions as text (RFC 8866). Pure. Engines add their own changes to them.
package enum SDPText {
    /// Larger descriptions are refused.
    package static let sizeLimit = 65_536

    /// Returns the media lines' kinds in order (`audio`, `video`, `application`); nil when the text is not a session description.
    package static func mediaKinds(_ sdp: String) -> [String]? {
        guard sdp.utf8.count <= sizeLimit, sdp.hasPrefix("v=0"), !sdp.utf8.contains(0) else { return nil }
        return lines(sdp).filter { $0.hasPrefix("m=") }.map { line in
            String(line.dropFirst(2).prefix { $0 != " " })
        }
    }

    /// The `mid` of each media line, in order; an empty string if there is none.
    package static func mediaIdentifiers(_ sdp: String) -> [String] {
        sections(sdp).dropFirst().map { section in
            section.first { $0.hasPrefix("a=mid:") }.map { String($0.dropFirst(6)) } ?? ""
        }
    }

    package static func lines(_ sdp: String) -> [String] {
        sdp.split { $0 == "\r\n" || $0 == "\n" || $0 == "\r" }.map(String.init)
    }

    /// The session part, then one part a media line.
    package static func sections(_ sdp: String) -> [[String]] {
        lines(sdp).reduce(into: [[]]) { sections, line in
            if line.hasPrefix("m=") { sections.append([]) }
            sections[sections.count - 1].append(line)
        }
    }
}
