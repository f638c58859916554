import ECallCore
import ECallLanguage
import ECallMedia

/// Camera, microphone and loudspeaker, chosen anew while the call runs.
extension CallSession {
    /// A device is there for good some seconds after it was plugged in; to look costs a question to the sound server.
    private static let lookInterval = Duration.seconds(2)

    func use(_ wishes: DeviceWishes) async throws(CallFailure) {
        try await use(wishes, kinds(for: wishes))
        watchDevices()
    }

    private func use(_ wishes: DeviceWishes, _ kinds: Set<MediaDevice.Kind>) async throws(CallFailure) {
        do throws(MediaError) {
            let found = try await environment.engine.find(kinds, wishes)
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

    /// Those that are sent or played now.
    private var usedKinds: Set<MediaDevice.Kind> {
        var kinds: Set<MediaDevice.Kind> = []
        if prepared.output.loudspeaker != nil { kinds.insert(.loudspeaker) }
        guard case .devices(let used) = prepared.source else { return kinds }
        if used.microphone != nil { kinds.insert(.microphone) }
        if used.camera != nil { kinds.insert(.camera) }
        return kinds
    }

    /// What is not sent or played now is not looked for, unless it is chosen only now: then the connection says why it cannot be had.
    /// Nor is a camera that is used already, and could not be opened twice.
    private func kinds(for wishes: DeviceWishes) -> Set<MediaDevice.Kind> {
        var kinds = usedKinds
        if case .devices = prepared.source, wishes.microphone != devices.microphone { kinds.insert(.microphone) }
        if wishes.camera == devices.camera { kinds.remove(.camera) }
        return kinds
    }

    // MARK: - Plugged in again

    /// Where devices are chosen, one that was pulled out is used again once it is back.
    func watchDevices() {
        guard watchingDevices == nil, devices.areChosen, !usedKinds.isEmpty else { return }
        watchingDevices = tasks.start { [weak self, time, environment] in
            var returns = DeviceReturn()
            while (try? await time.sleep(for: Self.lookInterval)) != nil {
                guard let connected = try? await environment.engine.devices() else { continue }
                guard let wishes = await self?.devices else { return }
                let returned = returns.look(at: connected, for: wishes)
                if !returned.isEmpty { await self?.areBack(returned) }
            }
        }
    }

    private func areBack(_ returned: Set<MediaDevice.Kind>) async {
        let sound: Set<MediaDevice.Kind> = [.microphone, .loudspeaker]
        let returned = returned.intersection(usedKinds)
        guard !isClosed, !returned.isEmpty else { return }
        // The echo is taken out of the microphone's sound: either is used anew with the other.
        let kinds = returned.isDisjoint(with: sound) ? returned : returned.union(sound).intersection(usedKinds)
        // Where it does not open, what took its place goes on, which was said as it did.
        guard (try? await use(devices, kinds)) != nil else { return }
        notices.forget()
        for kind in MediaDevice.Kind.allCases where returned.contains(kind) {
            if let name = devices[kind]?.name { notice(.captureBack(name: name)) }
        }
    }
}
