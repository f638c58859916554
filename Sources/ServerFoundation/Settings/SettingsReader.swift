import Configuration
package import Foundation

/// A setting that was read, as described in the example file and by `check-config`.
package struct SettingEntry: Sendable, Equatable {
    package let key: String
    /// "" for one that belongs to the previous one.
    package let comment: String
    /// The string of the default; nil if there is none.
    package let fallback: String?
    /// The value in the example if there is no default.
    package let example: String
    package let isList: Bool
    package let isSecret: Bool
    /// Whether it names a file that must exist.
    package let isFile: Bool
    /// The given string; nil if none was given. Never a secret.
    package let value: String?
    /// The place where it was given.
    package let origin: String?
}

/// A group of settings, such as `smtp`.
package struct SettingSection: Sendable, Equatable {
    package let name: String
    package let comment: String
    /// Whether it is disabled unless one of its settings is given.
    package let isOptional: Bool
}

/// Reads settings from the sources, and records every setting and problem. The reading code is the list of all settings:
/// the example and the check for unknown keys are derived from it.
package struct SettingsReader {
    /// The first source that has a key takes precedence.
    package let sources: [SettingsSource]
    /// Reads a file with a secret.
    package let readFile: @Sendable (String) -> Data?
    package private(set) var entries: [SettingEntry] = []
    package private(set) var sections: [SettingSection] = []
    package private(set) var problems: [String] = []
    /// Reasons to doubt the values of secrets, which nobody sees.
    package private(set) var warnings: [String] = []
    /// Settings that became empty, which may be the cause of another problem.
    private var reasons: [String] = []

    package init(sources: [SettingsSource], readFile: @escaping @Sendable (String) -> Data?) {
        self.sources = sources
        self.readFile = readFile
    }

    package mutating func section(_ name: String, _ comment: String, isOptional: Bool = false) {
        sections.append(SettingSection(name: name, comment: comment, isOptional: isOptional))
    }

    // MARK: - One value

    /// Reads a setting that always has a value.
    package mutating func value<Value>(
        _ key: String, _ comment: String, _ kind: SettingKind<Value>, default fallback: Value
    ) -> Value {
        let given = take(key, kind, secret: false)
        note(
            key, comment, fallback: kind.show(fallback), example: "",
            value: given.map { (kind.show($0.value), $0.origin) })
        return given?.value ?? fallback
    }

    package mutating func optional<Value>(
        _ key: String, _ comment: String, _ kind: SettingKind<Value>, example: String, isFile: Bool = false
    ) -> Value? {
        let given = take(key, kind, secret: false)
        note(
            key, comment, fallback: nil, example: example, isFile: isFile,
            value: given.map { (kind.show($0.value), $0.origin) })
        return given?.value
    }

    package mutating func file(_ key: String, _ comment: String, example: String) -> String? {
        path(key, comment, example: example, isFile: true)
    }

    package mutating func path(_ key: String, _ comment: String, example: String, isFile: Bool = false) -> String? {
        let given = take(key, .text, secret: false).map { (text: resolve($0.value, of: key), origin: $0.origin) }
        note(key, comment, fallback: nil, example: example, isFile: isFile, value: given)
        return given?.text
    }

    /// Reads a path with a default, which is relative to the configuration file too, if there is one.
    package mutating func path(_ key: String, _ comment: String, default fallback: String) -> String {
        let given = take(key, .text, secret: false).map { (text: resolve($0.value, of: key), origin: $0.origin) }
        note(key, comment, fallback: fallback, example: "", value: given)
        return given?.text ?? sources.first { $0.folder != nil }?.resolve(fallback) ?? fallback
    }

    private mutating func resolve(_ path: String, of key: String) -> String {
        let source = sources.first { source in
            let found = try? source.snapshot.value(forKey: AbsoluteConfigKey(key.components), type: .string)
            return found?.value != nil
        }
        return source?.resolve(path) ?? path
    }

    /// Reads the secret from `key`, or from the first line of the file that `keyFile` names.
    package mutating func secret(_ key: String, _ comment: String, example: String) -> String? {
        let given = take(key, SettingKind<String>.text, secret: true)
        note(key, comment, fallback: nil, example: example, isSecret: true, value: given.map { ("", $0.origin) })
        doubt(key, isGiven: given != nil)
        guard let inFile = secretFile(key + "File", example: "/run/secrets/ecall/\(key)") else { return given?.value }
        if let given { problems.append("\(key) (\(given.origin)) and \(key)File are given: one of them is enough") }
        let text = inFile.trimmingCharacters(in: .newlines)
        if text.contains(where: \.isNewline) {
            problems.append("\(key)File (\(origin(of: key + "File"))): the file holds more than one line")
        }
        return text
    }

    /// Reports the remark of the source that gives the secret.
    private mutating func doubt(_ key: String, isGiven: Bool) {
        guard let source = sources.first(where: { holds(key, in: $0) }), let remark = source.remark(key) else { return }
        let sentence = "\(key) (\(source.origin(key))) \(remark.rawValue)"
        warnings.append(sentence)
        if !isGiven { reasons.append(sentence) }
    }

    private func holds(_ key: String, in source: SettingsSource) -> Bool {
        let path = AbsoluteConfigKey(key.components)
        let found = [ConfigType.string, .stringArray].contains { type in
            (try? source.snapshot.value(forKey: path, type: type))?.value != nil
        }
        return found
    }

    /// The text of the file that the setting names.
    private mutating func secretFile(_ key: String, example: String) -> String? {
        guard let path = file(key, "", example: example), let origin = entries.last?.origin else { return nil }
        guard let data = readFile(path) else {
            problems.append("\(key) (\(origin)): the file \(path) \(FileAccess.problem(path) ?? "cannot be read")")
            return nil
        }
        guard data.count <= 65_536, let text = String(data: data, encoding: .utf8) else {
            problems.append("\(key) (\(origin)): the file \(path) is damaged: it must be a short text in UTF-8")
            return nil
        }
        guard !text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty else {
            problems.append("\(key) (\(origin)): the file \(path) is empty")
            return nil
        }
        return text
    }

    // MARK: - Lists

    package mutating func list<Value>(
        _ key: String, _ comment: String, _ kind: SettingKind<Value>, default fallback: [Value] = [],
        example: String = ""
    ) -> [Value] {
        let given = takeList(key, kind, secret: false)
        note(
            key, comment, fallback: fallback.isEmpty ? nil : fallback.map(kind.show).joined(separator: ", "),
            example: example, isList: true,
            value: given.map { ($0.values.map(kind.show).joined(separator: ", "), $0.origin) })
        return given?.values ?? fallback
    }

    /// Reads secrets by name, each as `NAME:SECRET`, or from the lines of the file that `keyFile` names.
    package mutating func secrets(_ key: String, _ comment: String, example: String) -> [String: String] {
        let pair = SettingKind<(name: String, secret: String)>(
            expected: "NAME:SECRET",
            parse: { text in
                let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            }, show: { $0.name })
        let given = takeList(key, pair, secret: true)
        note(
            key, comment, fallback: nil, example: example, isList: true, isSecret: true,
            value: given.map { ($0.values.map(\.name).joined(separator: ", "), $0.origin) })
        doubt(key, isGiven: given != nil)
        var all = given?.values ?? []
        if let text = secretFile(key + "File", example: "/run/secrets/ecall/\(key)") {
            let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            for (number, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
                if let one = pair.parse(line) {
                    all.append(one)
                } else {
                    problems.append("\(key)File: line \(number + 1) must be \(pair.expected)")
                }
            }
        }
        return Dictionary(all.map { ($0.name, $0.secret) }, uniquingKeysWith: { $1 })
    }

    // MARK: - Rules between settings

    /// Whether an optional section is enabled; reports settings that it lacks.
    package mutating func isOn(_ section: String, needs keys: [String]) -> Bool {
        let given = entries.filter { $0.key.hasPrefix(section + ".") && $0.origin != nil }
        guard let first = given.first, let origin = first.origin else { return false }
        let missing = keys.filter { key in !given.contains { $0.key == key || $0.key == key + "File" } }
        for key in missing { problems.append("\(key) is missing; it is needed with \(first.key) (\(origin))") }
        return missing.isEmpty
    }

    package mutating func refuse(_ problem: String) { problems.append(problem) }

    /// The place where a setting was given, for a problem found later.
    package func origin(of key: String) -> String { entries.first { $0.key == key }?.origin ?? "default" }

    /// All problems of values, and unknown keys.
    package var allProblems: [String] {
        let known = entries.map(\.key)
        let all = problems + sources.flatMap { $0.unknown(known) }
        return all.isEmpty ? [] : all + reasons
    }

    // MARK: - Looking up

    private mutating func note(
        _ key: String, _ comment: String, fallback: String?, example: String, isList: Bool = false,
        isSecret: Bool = false, isFile: Bool = false, value: (text: String, origin: String)?
    ) {
        entries.append(
            SettingEntry(
                key: key, comment: comment, fallback: fallback, example: example, isList: isList, isSecret: isSecret,
                isFile: isFile, value: value?.text, origin: value?.origin))
    }

    private mutating func take<Value>(
        _ key: String, _ kind: SettingKind<Value>, secret: Bool
    ) -> (value: Value, origin: String)? {
        guard let (text, origin) = find(key, secret: secret) else { return nil }
        guard let value = kind.parse(text) else {
            problems.append(complaint(key, text, origin, kind.expected, secret: secret))
            return nil
        }
        return (value, origin)
    }

    private mutating func takeList<Value>(
        _ key: String, _ kind: SettingKind<Value>, secret: Bool
    ) -> (values: [Value], origin: String)? {
        guard let (texts, origin) = findList(key, secret: secret) else { return nil }
        var values: [Value] = []
        for text in texts {
            if let value = kind.parse(text) {
                values.append(value)
            } else {
                problems.append(complaint(key, text, origin, "a list, each " + kind.expected, secret: secret))
            }
        }
        return (values, origin)
    }

    private func complaint(_ key: String, _ text: String, _ origin: String, _ expected: String, secret: Bool) -> String
    {
        "\(key) (\(origin)) must be \(expected)" + (secret ? "" : ", not \"\(text.prefix(80))\"")
    }

    /// The string from the first source that has the key. An empty string counts as absent, so that the default applies.
    private mutating func find(_ key: String, secret: Bool) -> (text: String, origin: String)? {
        for source in sources {
            do {
                let found = try source.snapshot.value(forKey: AbsoluteConfigKey(key.components), type: .string)
                guard case .string(let text)? = found.value?.content else { continue }
                guard isAllowed(key, in: source, secret: secret) else { return nil }
                let trimmed = text.trimmingCharacters(in: .whitespaces)
                return ["", "~", "null"].contains(trimmed) ? nil : (trimmed, source.origin(key))
            } catch {
                problems.append("\(key) (\(source.origin(key))) must be one value, not a list")
                return nil
            }
        }
        return nil
    }

    /// Finds a list, or one text with commas.
    private mutating func findList(_ key: String, secret: Bool) -> (texts: [String], origin: String)? {
        let path = AbsoluteConfigKey(key.components)
        for source in sources {
            if let found = try? source.snapshot.value(forKey: path, type: .string) {
                guard case .string(let text)? = found.value?.content else { continue }
                guard isAllowed(key, in: source, secret: secret) else { return nil }
                let parts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                return (parts.filter { !["", "~", "null"].contains($0) }, source.origin(key))
            }
            guard let found = try? source.snapshot.value(forKey: path, type: .stringArray),
                case .stringArray(let texts)? = found.value?.content
            else { continue }
            return (texts, source.origin(key))
        }
        return nil
    }

    private mutating func isAllowed(_ key: String, in source: SettingsSource, secret: Bool) -> Bool {
        guard secret, !source.mayHoldSecrets else { return true }
        problems.append("\(key) is a secret: others see flags; give it in the file, the environment or \(key)File")
        return false
    }
}
