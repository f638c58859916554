import Foundation
import Testing

@testable import ECallCommandLine

@Suite("Directories of a user's files", .timeLimit(.minutes(1)))
struct UserDirectoryTests {
    @Test(
        "the environment names the directory; a relative path is ignored; else it is below the home directory",
        arguments: [
            (.data, ["XDG_DATA_HOME": "/d", "HOME": "/h"], "/d"), (.data, ["HOME": "/h"], "/h/.local/share"),
            (.data, ["XDG_DATA_HOME": "d", "HOME": "/h"], "/h/.local/share"),
            (.configuration, ["XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "HOME": "/h"], "/c"),
            (.configuration, ["XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.config"),
            (
                .data, ["HOME": "h"], FileManager.default.homeDirectoryForCurrentUser.path + "/.local/share"
            ),
        ] as [(UserDirectory, [String: String], String)])
    func places(directory: UserDirectory, environment: [String: String], path: String) {
        #expect(directory.url(in: environment).path == path)
    }
}
