import ECallCore
import Foundation
import Synchronization

/// The log of an agent's actions, a line each, for diagnosing failures. No secrets, no names, no addresses.
final class AgentLog: Sendable {
    /// A longer log is moved aside, replacing the previous one.
    static let longest = 256 * 1024

    private let path: String?
    private let time: any TimeSource
    private let lock = Mutex<Void>(())

    /// - Parameter path: nil writes nothing.
    init(path: String?, time: any TimeSource = SystemTime()) {
        self.path = path
        self.time = time
    }

    func note(_ text: StaticText) {
        guard let path else { return }
        let line = "\(time.date().formatted(.iso8601)) \(text.description)\n"
        lock.withLock { _ in
            let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            let bytes = Array(line.utf8)
            _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard lseek(descriptor, 0, SEEK_END) > Self.longest else { return }
            rename(path, path + ".1")
        }
    }
}

/// A log line: a literal of the program with numbers filled in, so that no other text can get in.
struct StaticText: ExpressibleByStringInterpolation, CustomStringConvertible, Sendable {
    let description: String

    init(stringLiteral value: StaticString) { description = "\(value)" }
    init(stringInterpolation: Interpolation) { description = stringInterpolation.text }

    struct Interpolation: StringInterpolationProtocol {
        var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }
        mutating func appendLiteral(_ literal: StaticString) { text += "\(literal)" }
        mutating func appendInterpolation(_ number: some FixedWidthInteger) { text += "\(number)" }
    }
}
