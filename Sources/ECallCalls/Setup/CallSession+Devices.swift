import ECallLanguage
import ECallMedia

/// Camera, microphone and loudspeaker, chosen anew while the call runs.
extension CallSession {
    func use(_ wishes: DeviceWishes) async throws(CallFailure) {
        do throws(MediaError) {
            let found = try await environment.engine.find(kinds(for: wishes), wishes)
            devices = wishes
            for text in found.notices { notice(.verbatim(text)) }
            // First what is heard: its echo is to be taken out of the rest.
            if let loudspeaker = found.loudspeaker {
                try await room.play(on: loudspeaker)
                prepared.output.loudspeaker = loudspeaker
            }
            guard case .devices(var used) = prepared.source else { return }
            used.camera = found.capture.camera ?? used.camera
            if found.capture.microphone != nil {
                (used.microphone, used.echo) = (found.capture.microphone, found.capture.echo)
            }
            try await room.capture(with: used)
            prepared.source = .devices(used)
        } catch {
            throw .media(.verbatim(error.sentence))
        }
    }

    /// What is not sent or played now is not looked for, unless it is chosen only now: then the connection says why it cannot be had.
    /// Nor is a camera that is used already, and could not be opened twice.
    private func kinds(for wishes: DeviceWishes) -> Set<MediaDevice.Kind> {
        var kinds: Set<MediaDevice.Kind> = []
        if prepared.output.loudspeaker != nil { kinds.insert(.loudspeaker) }
        guard case .devices(let used) = prepared.source else { return kinds }
        if used.microphone != nil || wishes.microphone != devices.microphone { kinds.insert(.microphone) }
        if used.camera != nil, wishes.camera != devices.camera { kinds.insert(.camera) }
        return kinds
    }
}
