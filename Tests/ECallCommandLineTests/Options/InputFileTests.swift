import ArgumentParser
import ECallMedia
import Foundation
import TestSupport
import Testing

@testable import ECallCommandLine

@Suite("Files that can be sent", .timeLimit(.minutes(1)))
struct InputFileTests {
    enum Kind: String, Sendable, CaseIterable {
        case missing, directory, pipe, device, empty, unreadable, socket, regular, link

        /// A part of the sentence that says what to do; nil if it can be sent.
        var answer: String? {
            switch self {
            case .missing: "The file cannot be read"
            case .directory: "Choose a file in it"
            case .pipe: "A named pipe can’t be sent, because files are played in a loop"
            case .device: "with --camera, --microphone"
            case .empty: "The file is empty. Choose another"
            case .unreadable: "Change its permissions"
            case .socket: "Only a regular file can be sent"
            case .regular, .link: nil
            }
        }

        func make(in directory: URL) throws -> String {
            let path = directory.appendingPathComponent(rawValue).path
            switch self {
            case .missing: break
            case .directory: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            case .pipe: try #require(mkfifo(path, 0o600) == 0)
            case .device: return "/dev/zero"
            case .empty: try Data().write(to: URL(fileURLWithPath: path))
            case .unreadable:
                try Data([1]).write(to: URL(fileURLWithPath: path))
                try #require(chmod(path, 0) == 0)
            case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
            case .regular: try Data([1]).write(to: URL(fileURLWithPath: path))
            case .link: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
            }
            return path
        }
    }

    @Test("only a regular file with contents is accepted, and others fail with advice", arguments: Kind.allCases)
    func kinds(kind: Kind) throws {
        // The administrator may read everything.
        if kind == .unreadable, geteuid() == 0 { return }
        try withTemporaryDirectory { directory in
            let path = try kind.make(in: directory)
            let options = try MediaOptions.parse(["--input", path])
            do throws(CommandFailure) {
                let choice = try options.choice(video: true)
                #expect(kind.answer == nil && choice.input == path)
            } catch {
                #expect(error.status == .failure && error.message.hasSuffix(path))
                #expect(kind.answer.map(error.message.contains) == true, "\(error.message)")
            }
        }
    }
}
