import ECallAPI
import ECallCalls
import ECallCore
import ECallLanguage
import ECallMedia
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Draws the video of a call on a terminal, above the text of the command. Follows the size of the window;
/// gives the terminal back when it is closed.
final class PictureScreen: Sendable {
    /// A person without new video for this long is no longer drawn.
    static let timeout: UInt64 = 5_000_000_000
    /// A still screen sends few pictures; the end of its sharing is an event.
    static let screenTimeout: UInt64 = 60_000_000_000

    private struct Source {
        var picture: Picture
        /// The text below it; nil for a camera.
        var label: String?
        var came: UInt64
    }

    private struct State {
        var assembly = PictureAssembly()
        var sources: [PictureSource: Source] = [:]
        var layout: PictureLayout?
        var isClosed = false
    }

    let graphics: TerminalGraphics
    private let terminal: TerminalLink
    private let printer: Printer
    private let time: any TimeSource
    private let state = Mutex(State())
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init(
        _ terminal: TerminalLink, graphics: TerminalGraphics, printer: Printer,
        time: any TimeSource = SystemTime()
    ) {
        self.terminal = terminal
        self.graphics = graphics
        self.printer = printer
        self.time = time
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The size in which pictures are wanted: more cannot be seen.
    var box: PictureBox {
        if case .characters = graphics.method { return PictureBox(width: 320, height: 240) }
        return PictureBox(width: 480, height: 360)
    }

    /// Takes a part of a picture; a whole one is drawn in its turn.
    func take(_ band: PictureBand) {
        let isNew = state.withLock { state in
            guard let picture = state.assembly.take(band) else { return false }
            let label = band.kind == .screen ? printer.texts.string(.screenOf(name: band.name)) : nil
            state.sources[band.source] = Source(picture: picture, label: label, came: time.nanoseconds())
            return true
        }
        if isNew { arrival.yield() }
    }

    /// The source has ended.
    func forget(_ source: PictureSource) {
        if state.withLock({ $0.sources.removeValue(forKey: source) }) != nil { arrival.yield() }
    }

    /// Draws pictures until the task is cancelled. Of those that arrive while it draws, only the newest is drawn next.
    func run() async {
        for await _ in arrivals {
            // A terminal may be slow to take it.
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    self.draw()
                    continuation.resume()
                }
            }
        }
    }

    func draw() {
        printer.exclusively { recent in
            let text = state.withLock { state -> String in
                guard !state.isClosed else { return "" }
                let now = time.nanoseconds()
                state.sources = state.sources.filter { source, known in
                    known.came + (source.kind == .screen ? Self.screenTimeout : Self.timeout) > now
                }
                let pictures = state.sources.sorted { $0.key < $1.key }.map {
                    TerminalPicture.Labelled(picture: $0.value.picture, label: $0.value.label)
                }
                guard let size = terminal.size, let layout = PictureLayout(size, pictures: pictures.count) else {
                    defer { state.layout = nil }
                    return state.layout == nil ? "" : TerminalPicture.end(graphics)
                }
                defer { state.layout = layout }
                if state.layout == nil { signal(SIGTSTP, SIG_IGN) }
                let start =
                    state.layout == layout
                    ? "" : TerminalPicture.begin(layout, lines: recent, isFirst: state.layout == nil)
                return start + TerminalPicture.draw(pictures, layout, graphics)
            }
            if !text.isEmpty, !terminal.write(text) { state.withLock { $0.isClosed = true } }
        }
    }

    /// Gives the terminal back; nothing is drawn after it.
    func close() {
        arrival.finish()
        rest(closing: true)
    }

    /// Releases the terminal until the next picture arrives: a call is over, and the command waits for another.
    func rest() { rest(closing: false) }

    private func rest(closing: Bool) {
        printer.exclusively { _ in
            let wasDrawn = state.withLock { state in
                defer { (state.isClosed, state.layout, state.sources) = (state.isClosed || closing, nil, [:]) }
                return !state.isClosed && state.layout != nil
            }
            guard wasDrawn else { return }
            _ = terminal.write(TerminalPicture.end(graphics))
            signal(SIGTSTP, SIG_DFL)
        }
    }
}

extension PictureSource: Comparable {
    /// Screens first: they are shown if not all pictures fit.
    static func < (one: PictureSource, other: PictureSource) -> Bool {
        one.kind == other.kind ? one.user < other.user : one.kind == .screen
    }
}
