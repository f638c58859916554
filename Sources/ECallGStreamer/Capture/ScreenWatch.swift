import CGStreamer
import ECallLanguage
import ECallMedia
import Synchronization

/// A connection to an X11 display that monitors what is shared, and keeps overlapping windows out of a window's pictures.
///
/// Unchecked, because: the connection is used within `lock` alone.
final class ScreenWatch: @unchecked Sendable {
    private let lock = Mutex(false)
    private let watch: OpaquePointer

    /// Throws `inputUnavailable` if the display or window cannot be watched.
    init(_ source: ScreenSource) throws(MediaError) {
        let name = try Self.name(of: source.display)
        var canRedirect: gboolean = 0
        guard let watch = ecall_x11_watch(name, gulong(source.window ?? 0), &canRedirect) else {
            throw canRedirect == 0
                ? .inputUnavailable(.mediaScreenNoAlone(package: "libxcomposite1")) : Self.unreachable(name)
        }
        self.watch = watch
    }

    deinit { ecall_x11_watch_free(watch) }

    /// Nil once the window is gone, or hidden.
    var size: PictureBox? {
        lock.withLock { _ in
            var (width, height): (gint, gint) = (0, 0)
            // A server that is lost answers no more.
            guard ecall_lost_displays() == lost, ecall_x11_watch_size(watch, &width, &height) != 0, width > 0,
                height > 0
            else { return nil }
            return PictureBox(width: Int(width), height: Int(height))
        }
    }

    private let lost = ecall_lost_displays()

    /// Returns the name of a display on X11. Throws `inputUnavailable` for other kinds.
    static func name(of display: Display) throws(MediaError) -> String {
        guard case .x11(let name, _) = display else {
            throw .inputUnavailable(.terminalScreenWayland)
        }
        WindowSink.prepare(for: display)
        return name
    }

    static func unreachable(_ name: String) -> MediaError {
        .inputUnavailable(.mediaScreenNoDisplay(name: name))
    }

    private static let mostWindows = 256

    /// The visible windows that have a title.
    static func windows(on display: Display) throws(MediaError) -> [ShareableWindow] {
        let name = try name(of: display)
        var found: gint = 0
        let windows = [ECallWindow](unsafeUninitializedCapacity: mostWindows) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            found = ecall_x11_windows(name, start, gint(mostWindows))
            count = Int(max(0, found))
        }
        guard found >= 0 else { throw unreachable(name) }
        return windows.map { window in
            let title = withUnsafeBytes(of: window.title) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            return ShareableWindow(
                id: UInt64(window.window), title: title,
                size: PictureBox(width: Int(window.width), height: Int(window.height)))
        }
    }
}
