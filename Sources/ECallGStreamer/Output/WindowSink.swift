import CGStreamer
import ECallMedia

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The elements that open windows, by display server. Never `autovideosink`: without a display it takes DirectFB, which ends the process.
enum WindowSink {
    /// Best first: the first of X11 scales by itself, the second works on every server. Not `glimagesink`: it leaks a thread
    /// and a descriptor for every display that it cannot reach.
    static func elements(for display: Display) -> [String] {
        switch display {
        case .wayland: ["waylandsink"]
        case .x11: ["xvimagesink", "ximagesink"]
        }
    }

    /// The first that can reach its display; nothing is shown yet.
    static func find(_ displays: [Display]) async -> (display: Display, element: String)? {
        for display in displays {
            prepare(for: display)
            for element in elements(for: display) where await reaches(display, element) { return (display, element) }
        }
        return nil
    }

    private static func reaches(_ display: Display, _ element: String) async -> Bool {
        guard Library.has(element), let pipeline = try? Pipeline("\(element) name=window", report: { _ in }) else {
            return false
        }
        if let sink = try? pipeline.child("window") { set(display, of: sink) }
        let isReached = (try? await pipeline.start(GST_STATE_READY)) != nil
        await pipeline.stop()
        return isReached
    }

    static func set(_ display: Display, of sink: Element) {
        switch display {
        case .wayland(let socket): sink.setText("display", socket)
        case .x11(let name, _): sink.setText("display", name)
        }
    }

    /// The cookies of X11 can be found only through the environment; and the end of a server must not end this process.
    static func prepare(for display: Display) {
        guard case .x11(_, let authority) = display else { return }
        ecall_outlive_displays()
        guard let authority, getenv("XAUTHORITY").map({ String(cString: $0) }) != authority
        else { return }
        setenv("XAUTHORITY", authority, 1)
    }
}
