import ArgumentParser
import ECallLanguage
import ECallMedia
import Foundation

struct ScreenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen", abstract: "Share your screen or a window with everyone in the call.",
        discussion:
            "It is end-to-end encrypted and shown beside your camera. Works on X11; on Wayland, share from a browser.\n\nExample:\n  ecall screen on --window Editor",
        subcommands: [On.self, Off.self, List.self])

    struct DisplayOptions: ParsableArguments {
        @Option(help: ArgumentHelp("The X11 display. Default: the one in DISPLAY.", valueName: "name"))
        var display: String?

        /// Throws if there is none that can be shared.
        func find(_ environment: [String: String], wholeScreen: Bool) throws(CommandFailure) -> Display {
            if let display { return .x11(name: display, authority: environment["XAUTHORITY"]) }
            let displays = Rendering.displays(environment)
            let x11 = displays.first { if case .x11 = $0 { true } else { false } }
            guard let x11 else {
                throw CommandFailure(
                    .failure,
                    displays.isEmpty
                        ? .terminalScreenNone(variables: "DISPLAY, WAYLAND_DISPLAY", option: "--display :0")
                        : .terminalScreenWayland)
            }
            // Its windows are not on the screen that X11 programs have there.
            guard displays.count == 1 || !wholeScreen else {
                throw CommandFailure(.failure, .terminalScreenWaylandWhole(command: "ecall screen on --window <title>"))
            }
            return x11
        }
    }

    struct On: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "on", abstract: "Share the whole screen, or one window.",
            discussion:
                "Replaces what you already share. A window is shared even where others cover it. Sharing ends when the window is hidden or closed.\n\nExample:\n  ecall screen on"
        )

        @Option(
            help: ArgumentHelp(
                "Share only this window: its title, how it begins, or its number from ecall screen list.",
                valueName: "title"))
        var window: String?

        @OptionGroup var display: DisplayOptions
        @OptionGroup(title: "Global options") var global: GlobalOptions

        func run() async throws {
            let session = Session(global)
            let display = try session.display(display, wholeScreen: window == nil)
            try await session.runInCall(.shareScreen(display: display, window: window))
        }
    }

    struct Off: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "off", abstract: "Stop sharing.", discussion: "Example:\n  ecall screen off")

        @OptionGroup(title: "Global options") var global: GlobalOptions

        func run() async throws { try await Session(global).runInCall(.endScreen) }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List windows you can share.", discussion: "Example:\n  ecall screen list")

        @OptionGroup var display: DisplayOptions
        @OptionGroup(title: "Global options") var global: GlobalOptions

        func run() async throws {
            let session = Session(global)
            let display = try session.display(display, wholeScreen: false)
            try await session.run(.windows(display: display))
        }
    }
}

extension Session {
    fileprivate func display(
        _ options: ScreenCommand.DisplayOptions, wholeScreen: Bool
    ) throws -> Display {
        do throws(CommandFailure) {
            return try options.find(ProcessInfo.processInfo.environment, wholeScreen: wholeScreen)
        } catch {
            printer.failure(error)
            throw error.status.code
        }
    }
}
