package import Configuration
package import Foundation
import Yams

/// A source of settings. The first that has a key takes precedence.
package struct SettingsSource: Sendable {
    package let snapshot: any ConfigSnapshot
    /// Whether secrets are allowed there: other users see the flags of a program.
    package let mayHoldSecrets: Bool
    /// The base of relative paths; nil for the current folder.
    package var folder: String?
    /// The place where a person finds the key.
    package let origin: @Sendable (String) -> String
    /// The reason to doubt that the key's value was intended; nil for none.
    package var remark: @Sendable (_ key: String) -> SettingRemark? = { _ in nil }
    /// Its unknown keys, each as written with its place, and a suggestion.
    package let unknown: @Sendable (_ known: [String]) -> [String]
}

extension SettingsSource {
    /// `ECALL_SMTP_HOST` for `smtp.host`.
    package static func environment(_ variables: [String: String]) -> SettingsSource {
        let provider = EnvironmentVariablesProvider(environmentVariables: variables).prefixKeys(with: "ecall")
        let names = variables.keys.filter { $0.hasPrefix("ECALL_") }.sorted()
        return SettingsSource(
            snapshot: provider.snapshot(), mayHoldSecrets: true, origin: { variable(for: $0) },
            remark: { variables[variable(for: $0)].flatMap { SettingRemark.of(variable: $0) } },
            unknown: { known in
                let expected = known.map { variable(for: $0) }
                return names.filter { !expected.contains($0) && !foreignVariables.contains($0) }.map {
                    "\($0) in the environment is no setting" + suggestion(for: $0, among: expected)
                }
            })
    }

    /// Variables of the client's command line and of builds, which may be set in the same shell.
    private static let foreignVariables: Set = [
        "ECALL_CONFIG", "ECALL_PROFILE", "ECALL_HOME", "ECALL_SERVER", "ECALL_PASSPHRASE", "ECALL_DIAGNOSTICS",
        "ECALL_BUILD_CACHE",
    ]

    package static func variable(for key: String) -> String {
        var name = "ECALL_"
        var previous: Character = "_"
        for character in key {
            if previous.isLowercase, character.isUppercase { name += "_" }
            name += character == "." ? "_" : character.uppercased()
            previous = character
        }
        return name
    }

    /// The settings from the command line: key, value, and the flag.
    package static func flags(_ values: [(key: String, value: String, flag: String)]) -> SettingsSource {
        let provider = InMemoryProvider(
            values: Dictionary(
                values.map { (AbsoluteConfigKey($0.key.components), ConfigValue(.string($0.value), isSecret: false)) },
                uniquingKeysWith: { $1 }))
        let flags = Dictionary(values.map { ($0.key, $0.flag) }, uniquingKeysWith: { $1 })
        return SettingsSource(
            snapshot: provider.snapshot(), mayHoldSecrets: false, origin: { flags[$0] ?? "--set" },
            unknown: { known in
                flags.keys.sorted().filter { !known.contains($0) }.map {
                    "--set \($0) is no setting" + suggestion(for: $0, among: known)
                }
            })
    }

    // MARK: - File

    /// The largest accepted file, in bytes.
    private static let largestFile = 1 << 20

    /// Reads a YAML file.
    package static func file(_ path: String) throws(SettingsFailure) -> SettingsSource {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SettingsFailure("the configuration \(path) \(FileAccess.problem(path) ?? "cannot be read")")
        }
        guard data.count <= largestFile else { throw SettingsFailure("the configuration \(path) is too large") }
        return try file(text: data, path: path)
    }

    package static func file(text data: Data, path: String) throws(SettingsFailure) -> SettingsSource {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        var lines: [String: Int] = [:]
        var remarks: [String: SettingRemark] = [:]
        let text = String(decoding: data, as: UTF8.self)
        do {
            // All scalars stay text: the reader of a setting interprets it.
            let root = try Parser(yaml: text, resolver: .basic).singleRoot()
            // A file with only comments is empty.
            guard let root, root.scalar?.string != "" else { return empty(in: folder(of: path)) }
            guard let mapping = root.mapping else { throw SettingsFailure("\(path) must hold lines of KEY: VALUE") }
            try collect(mapping, [], into: &values, &lines)
            let written = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            collectRemarks(on: mapping, [], written, into: &remarks)
        } catch let failure as SettingsFailure {
            throw failure
        } catch {
            throw SettingsFailure("\(path) is not YAML: \(reason(error))")
        }
        let (found, doubts) = (lines, remarks)
        // Sections without any setting.
        let empty = Set(
            values.filter { $0.value.content == .string("") }.map { $0.key.components.joined(separator: ".") })
        return SettingsSource(
            snapshot: InMemoryProvider(values: values).snapshot(), mayHoldSecrets: true, folder: folder(of: path),
            origin: { key in found[key].map { "\(path), line \($0)" } ?? path }, remark: { doubts[$0] },
            unknown: { known in
                found.filter { entry in
                    let isSection = empty.contains(entry.key) && known.contains { $0.hasPrefix(entry.key + ".") }
                    return !known.contains(entry.key) && !isSection
                }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map {
                    "\($0.key) in \(path), line \($0.value), is no setting" + suggestion(for: $0.key, among: known)
                }
            })
    }

    private static func empty(in folder: String?) -> SettingsSource {
        SettingsSource(
            snapshot: InMemoryProvider(values: [:]).snapshot(), mayHoldSecrets: true, folder: folder, origin: { $0 },
            unknown: { _ in [] })
    }

    /// The folder of a file, if its path names one.
    private static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    }

    /// Resolves a path relative to the source: in a file, relative to the folder of that file, whoever reads it.
    package func resolve(_ path: String) -> String {
        guard let folder, !path.hasPrefix("/") else { return path }
        var rest = path[...]
        while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
        if rest.isEmpty || rest == "." { return folder }
        return (folder == "/" ? "" : folder) + "/" + rest
    }

    private struct NotPlain: Error { let line: Int }

    /// Collects every key that has a value, with its line.
    private static func collect(
        _ mapping: Node.Mapping, _ prefix: [String], into values: inout [AbsoluteConfigKey: ConfigValue],
        _ lines: inout [String: Int]
    ) throws {
        for (name, value) in mapping {
            let line = name.mark?.line ?? 0
            guard let key = name.scalar.map({ prefix + [$0.string] }) else { throw NotPlain(line: line) }
            if let inner = value.mapping {
                try collect(inner, key, into: &values, &lines)
                continue
            }
            lines[key.joined(separator: ".")] = line
            if let text = value.scalar {
                values[AbsoluteConfigKey(key)] = ConfigValue(.string(text.string), isSecret: true)
            } else {
                let texts = value.sequence?.compactMap { $0.scalar?.string }
                guard let texts, texts.count == value.sequence?.count else { throw NotPlain(line: line) }
                values[AbsoluteConfigKey(key)] = ConfigValue(.stringArray(texts), isSecret: true)
            }
        }
    }

    /// Collects the keys whose values may have been meant otherwise.
    private static func collectRemarks(
        on mapping: Node.Mapping, _ prefix: [String], _ lines: [Substring], into remarks: inout [String: SettingRemark]
    ) {
        for (name, value) in mapping {
            guard let key = name.scalar.map({ prefix + [$0.string] }) else { continue }
            if let inner = value.mapping { collectRemarks(on: inner, key, lines, into: &remarks) }
            let scalars = value.scalar.map { [$0] } ?? value.sequence?.compactMap(\.scalar) ?? []
            remarks[key.joined(separator: ".")] = scalars.lazy.compactMap { SettingRemark.of($0, in: lines) }.first
        }
    }

    /// The problem and its line, without any text of the file, which contains secrets.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            "\(problem) in line \(mark.line)"
        case YamlError.duplicatedKeysInMapping(_, let context): "a key stands twice near line \(context.mark.line)"
        case let error as NotPlain: "line \(error.line) holds neither text nor a plain list"
        default: "it is not text in UTF-8"
        }
    }

    // MARK: - Suggestions

    package static func suggestion(for key: String, among known: [String]) -> String {
        let nearest = known.map { ($0, EditDistance.between(key.lowercased(), $0.lowercased())) }.min { $0.1 < $1.1 }
        guard let (name, distance) = nearest, distance <= max(2, key.count / 3) else { return "" }
        return "; did you mean \(name)?"
    }
}

extension String {
    /// The parts of a dotted key.
    package var components: [String] { split(separator: ".").map(String.init) }
}

/// The Levenshtein distance between words: the letters to change, add or omit to make one of the other.
package enum EditDistance {
    package static func between(_ one: String, _ other: String) -> Int {
        let (left, right) = (Array(one.prefix(64)), Array(other.prefix(64)))
        var row = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, candidate) in right.enumerated() {
                let cost = letter == candidate ? diagonal : 1 + min(diagonal, row[j], row[j + 1])
                diagonal = row[j + 1]
                row[j + 1] = cost
            }
        }
        return row[right.count]
    }
}

/// All problems of the configuration, one sentence each. Never contains a secret.
public struct SettingsFailure: Error, Equatable, CustomStringConvertible {
    public let problems: [String]

    package init(_ problem: String) { problems = [problem] }
    package init(_ problems: [String]) { self.problems = problems }

    public var description: String { problems.map { "configuration: \($0)" }.joined(separator: "\n") }
}
