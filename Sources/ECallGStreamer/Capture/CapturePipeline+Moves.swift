import ECallMedia

/// When a device is unplugged, the sound server moves its captures to the default one without a notice.
extension CapturePipeline {
    /// The suffix of a loudspeaker's monitor source at the sound server, which captures what it plays.
    static let monitorSuffix = ".monitor"
    static let defaultMonitor = "@DEFAULT_MONITOR@"

    /// Reports moves from a chosen microphone. Another microphone in its place is a move; a loudspeaker's monitor, if there is no
    /// other, is a loss: everyone would hear themselves.
    func noticeMoves(from chosen: DeviceSelection) {
        guard case .id(let id) = chosen else { return }
        onDevice { capture, now in
            guard now != id else { return }
            guard now.hasSuffix(Self.monitorSuffix) else { return capture.isMoved() }
            capture.hold()
            capture.isGone()
        }
    }

    /// Follows the loudspeaker in use. Its monitor must never become the microphone: the canceller would remove the person's
    /// own voice. If the loudspeaker is gone, the default one is used.
    func stayWithWhatIsPlayed() {
        onDevice { capture, now in
            guard !now.hasSuffix(Self.monitorSuffix) else { return capture.release() }
            capture.hold()
            capture.move(to: Self.defaultMonitor)
        }
    }
}
