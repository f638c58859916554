import ECallCalls
import ECallKit
import ECallLanguage
import ECallMedia

/// Cameras, microphones and loudspeakers.
extension Agent {
    private var chosenDevices: ChosenDevicesFile { ChosenDevicesFile(path: AgentFiles(profile).devices) }

    private func connectedDevices() async throws(CommandFailure) -> ConnectedDevices {
        do throws(MediaError) {
            return try await environment.devices()
        } catch {
            throw CommandFailure(.failure, .hint(.terminalMediaNotListed, error.text))
        }
    }

    func media() async throws(CommandFailure) -> CommandResult {
        .media(list: MediaList(try await connectedDevices(), chosen: chosenDevices.read()))
    }

    /// Stores the named devices for all calls, and makes the running one use them.
    func useMedia(_ names: DeviceNames) async throws(CommandFailure) -> CommandResult {
        let connected = try await connectedDevices()
        var wishes = chosenDevices.read()
        try wishes.choose(names, in: connected)
        try chosenDevices.write(wishes)
        try await useInCall(names, connected)
        return .media(list: MediaList(connected, chosen: wishes))
    }

    /// Devices named by the call's command stay in use, except for those that are named now.
    private func useInCall(_ names: DeviceNames, _ connected: ConnectedDevices) async throws(CommandFailure) {
        guard let calls = await client?.current?.calls, await calls.status() != nil else { return }
        var wishes = chosenDevices.read()
        if let former = taking?.media.devices { try? wishes.choose(former, in: connected) }
        try wishes.choose(names, in: connected)
        if var still = taking {
            still.media.devices = still.media.devices?.besides(names)
            taking = still
        }
        if let kept { await keepRunning(kept) }
        do throws(CallFailure) { try await calls.carryOut(.devices(wishes)) } catch {
            // Over meanwhile.
            guard error != .noCall else { return }
            throw CommandFailure(
                .failure,
                .hint(.terminalChoiceNextCall, error.text))
        }
    }

    /// The options of a call, with the devices that its command names, or else those that the profile stores.
    func options(for media: MediaChoice) async throws(CommandFailure) -> CallOptions {
        var options = media.options
        options.devices = chosenDevices.read()
        if let names = media.devices { try options.devices.choose(names, in: try await connectedDevices()) }
        return options
    }
}
