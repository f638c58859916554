import ECallMedia

/// The sound server gives who captured from a device that was pulled out the default one instead, and says nothing.
extension CapturePipeline {
    /// What a loudspeaker plays is, at the sound server, called as the loudspeaker with this at the end.
    static let monitorSuffix = ".monitor"
    static let defaultMonitor = "@DEFAULT_MONITOR@"

    /// Where a chosen microphone is replaced by another one, that is a move; by what a loudspeaker plays, where there is no other,
    /// it is a loss: everybody would hear themselves.
    func noticeMoves(from chosen: DeviceSelection) {
        guard case .id(let id) = chosen else { return }
        onDevice { capture, now in
            guard now != id else { return }
            guard now.hasSuffix(Self.monitorSuffix) else { return capture.isMoved() }
            capture.hold()
            capture.isGone()
        }
    }

    /// What is played must never become what the microphone hears: the canceller would take out the person's own voice. Who was
    /// heard on the loudspeaker that is gone is heard on the default one now.
    func stayWithWhatIsPlayed() {
        onDevice { capture, now in
            guard !now.hasSuffix(Self.monitorSuffix) else { return capture.release() }
            capture.hold()
            capture.move(to: Self.defaultMonitor)
        }
    }
}
