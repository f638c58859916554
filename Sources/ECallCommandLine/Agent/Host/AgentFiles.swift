import ECallCore
import ECallLanguage
import Foundation

/// The paths of a profile's agent files, beside the profile's own.
struct AgentFiles: Sendable, Equatable {
    /// The profile's directory, mode 0700.
    let directory: String

    var socket: String { directory + "/agent.sock" }
    var lock: String { directory + "/agent.lock" }
    var log: String { directory + "/agent.log" }
    var devices: String { directory + "/devices.json" }
    var call: String { directory + "/agent.call" }

    /// The kernel's limit for a socket's path (sun_path), without the closing NUL.
    static let longestSocketPath = 103

    init(_ profile: ProfileDirectory) { directory = profile.url.path }

    /// Checks that a socket can have its path.
    func prepare() throws(CommandFailure) {
        guard socket.utf8.count <= Self.longestSocketPath else {
            throw CommandFailure(.failure, .terminalAgentLongPath(option: "--home"))
        }
    }
}
