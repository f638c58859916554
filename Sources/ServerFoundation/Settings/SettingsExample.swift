/// The annotated configuration with every setting and its default.
///
/// A setting without a default, and a disabled section, are commented out with a `#` in the first column: without it they
/// are valid. The comments are `# ` and text.
package enum SettingsExample {
    package static func text(of reader: SettingsReader) -> String {
        var lines = [
            "# The configuration of ecall-server: every setting with its default.",
            "#",
            "# A setting can also be given in the environment (smtp.host is ECALL_SMTP_HOST) and on the command line",
            "# (--set smtp.host=mail.example.org), except for secrets; the command line wins over the environment, the",
            "# environment over this file. Remove the # to use a setting. An empty value means the default.",
            "",
        ]
        let (loose, sections) = (reader.entries.filter { !$0.key.contains(".") }, reader.sections)
        for entry in loose { lines += Self.lines(of: entry, indent: "", isOff: false) }
        for section in sections {
            let off = section.isOptional ? "#" : ""
            lines += ["", "# \(section.comment)", "\(off)\(section.name):"]
            for entry in reader.entries where entry.key.hasPrefix(section.name + ".") {
                lines += Self.lines(of: entry, indent: "  ", isOff: section.isOptional)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(of entry: SettingEntry, indent: String, isOff: Bool) -> [String] {
        let name = entry.key.components.last ?? entry.key
        let text = entry.fallback ?? entry.example
        let value = entry.isList ? "[\(text.split(separator: ", ").map(quoted).joined(separator: ", "))]" : quoted(text)
        let comment = entry.comment.isEmpty ? [] : ["\(isOff ? "#" : "")\(indent)# \(entry.comment)"]
        return comment + ["\(isOff || entry.fallback == nil ? "#" : "")\(indent)\(name): \(value)"]
    }

    /// Quotes text that YAML would parse as another type.
    private static func quoted(_ text: some StringProtocol) -> String {
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-./_@".contains($0)) }
        return isPlain && !text.isEmpty ? String(text) : "\"\(text)\""
    }
}
