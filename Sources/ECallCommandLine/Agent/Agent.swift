import ECallAPI
import ECallAuthentication
import ECallCalls
import ECallContacts
import ECallCore
import ECallKit
import ECallLanguage
import ECallMedia
import ECallSecurity
import Foundation
import MemoryDiagnostics

/// The one process of a profile that holds sockets, keys and calls; answers what commands ask.
actor Agent {
    let profile: ProfileDirectory
    let environment: ClientEnvironment
    let log: AgentLog
    /// The language of the person when the profile is opened, a tag (BCP 47).
    private let language: @Sendable () -> String?
    /// Where tests search for keys in the agent's memory; nil outside of tests.
    private let probe: KeyProbe?
    let events = EventHub<CallEvent>()

    /// The open profile; nil until a command needs it, and after a sign-out.
    var client: ECallClient?
    /// The secret a command gave for keys that are yet to be made.
    private var secretForNewKeys: SecretBytes?
    var ringing: IncomingCall?
    /// The last call that rang here.
    var offered: IncomingCall?
    /// The choices of the last command that takes part in a call.
    var taking: Taking?
    /// The call that is stored in `callFile`.
    var kept: CallID?
    var resumed: ResumedCall?
    let callFile: KeptCallFile
    /// Session buses on which calls are shown.
    var buses: Set<String> = []
    /// Plays a tone for each kind that is wanted.
    var ringers: [Tone: ToneRinger] = [:]
    /// Tells everything that waits why it ends; `ending` is nil while the agent continues.
    let endings = EventHub<CommandFailure>()
    private(set) var ending: CommandFailure?
    /// Whether the person is signing out: the server's message about it isn't news.
    var isSigningOut = false
    /// How long a bus may take to answer.
    let busLimit: Duration
    var shown = Shown()
    /// Takes the events of the calls.
    private var listening: Task<Void, Never>?
    /// Closes what the server has signed out; not cut off, but awaited at the end.
    private var forgetting: Task<Void, Never>?
    private let (stops, stopper) = AsyncStream.makeStream(of: Void.self)

    init(
        profile: ProfileDirectory, environment: ClientEnvironment, log: AgentLog, probe: KeyProbe? = nil,
        busLimit: Duration = DesktopRinger.limit, language: @escaping @Sendable () -> String? = { nil }
    ) {
        self.profile = profile
        callFile = KeptCallFile(path: AgentFiles(profile).call)
        self.environment = environment
        self.language = language
        self.log = log
        self.probe = probe
        self.busLimit = busLimit
    }

    /// Answers one request; the last reply is a result or a failure.
    func answer(_ command: AgentCommand, reply: @escaping ReplySink) async {
        do throws(CommandFailure) {
            await reply(.result(result: try await result(of: command, reply: reply)))
        } catch {
            log.note("a command failed with exit status \(error.status.rawValue)")
            await reply(.failure(failure: error))
        }
    }

    private func result(
        of command: AgentCommand, reply: @escaping ReplySink
    ) async throws(CommandFailure) -> CommandResult {
        switch command {
        case .hello(let version, let secret): try hello(version, secret)
        case .stop: stopped()
        case .requestCode(let form): try await requestCode(form)
        case .resendCode(let form): try await resendCode(form)
        case .verify(let form, let code): try await verify(form, code)
        case .rename(let name): try await rename(to: name)
        case .signOut: try await signOut()
        case .takeBack(let token, let server): try await takeBack(token, server)
        case .whoAmI: try await whoAmI()
        case .language(let tag): await use(language: tag)
        case .share: try await share()
        case .add(let tokenOrLink): try await add(tokenOrLink)
        case .personalLink(let wish): try await personalLink(wish)
        case .requests: try await requests(reply)
        case .accept(let person): try await accept(person)
        case .refuse(let person): try await refuse(person)
        case .contacts(let language): try await contacts(NameOrder(language), reply)
        case .favorite(let person, let isFavorite): try await favorite(person, isFavorite)
        case .block(let person): try await block(person)
        case .unblock(let person): try await unblock(person)
        case .blocked: try await blocked(reply)
        case .report(let person, let reason, let note): try await report(person, reason, note)
        case .search(let text): try await search(text)
        case .call(let people, let media): try await call(people, media, reply)
        case .invite(let people): try await invite(people)
        case .participants: .participants(list: try await participants())
        case .mute(let isMuted): try await mute(isMuted)
        case .camera(let isOn): try await camera(isOn)
        case .hear(let person, let isHeard): try await hear(person, isHeard)
        case .volume(let person, let percent): try await volume(person, percent)
        case .askToMute(let person): try await askToMute(person)
        case .remove(let person): try await remove(person)
        case .hand(let isRaised): try await hand(isRaised)
        case .react(let reaction): try await react(reaction)
        case .shareScreen(let display, let window): try await shareScreen(display, window)
        case .endScreen: try await endScreen()
        case .windows(let display): try await windows(display)
        case .listen(let autoAnswer, let once, let media, let desktop, let stayOnLine):
            try await listen(
                Listener.Conduct(autoAnswer: autoAnswer, once: once, stayOnLine: stayOnLine), media, on: desktop, reply)
        case .answer(let media): try await answerCall(media, reply)
        case .callLink(let isWithdrawn): try await callLink(isWithdrawn: isWithdrawn)
        case .join(let link, let media): try await join(by: link, media, reply)
        case .decline(let reply): try await decline(saying: reply)
        case .followReturned: try await followReturned(reply)
        case .hangUp: try await hangUp()
        case .compare(let person): try await compare(person)
        case .shown(let person): try await shownAgain(person)
        case .trust(let person): try await trust(person, reply)
        case .shownDevices(let person): try await shownDevices(person)
        case .acceptName(let person, let name): try await acceptName(name, of: person)
        case .note(let note): try await self.note(note)
        case .ownDevices: try await ownDevices()
        case .compareOwn(let device): try await compareOwn(device)
        case .shownOwnDevice(let device): try shownOwn(device)
        case .vouch(let device): try await vouch(device)
        case .deviceLost(let device): try await deviceLost(device)
        case .status: await status()
        case .media: try await media()
        case .useMedia(let devices): try await useMedia(devices)
        case .checkNetwork: try await checkNetwork(reply)
        case .diagnoseMemory: try await diagnoseMemory()
        case .cancel: .done
        }
    }

    // MARK: - The profile

    private func hello(_ version: String, _ secret: ProfileSecret?) throws(CommandFailure) -> CommandResult {
        guard version == AgentVersion.current else {
            throw .otherVersion(agent: AgentVersion.current, command: version)
        }
        let protection = try stored { () throws(KeyStorageError) in try ProfileStore.protection(of: profile) }
        let bytes = secret.map { secret in secret.bytes.withUnsafeBytes { SecretBytes(copying: $0) } }
        switch protection {
        case .none: if let bytes { secretForNewKeys = bytes }
        case .sealed:
            if client == nil {
                _ = try open(secret: bytes)
                beginReturn()
            }
        case .plain: break
        }
        return .hello(version: AgentVersion.current, keys: KeyProtection(protection))
    }

    /// The open profile; a new one begins for `server`.
    func opened(server: String? = nil) throws(CommandFailure) -> ECallClient {
        if let client { return client }
        return try open(secret: secretForNewKeys, server: server)
    }

    private func open(secret: SecretBytes?, server: String? = nil) throws(CommandFailure) -> ECallClient {
        let asked = try server.map { text throws(CommandFailure) in try Self.address(text) }
        let usual = try Self.address(Settings.defaultServer)
        let client = try stored { () throws(KeyStorageError) in
            let storage = try ProfileStore(profile, secret: secret).storage
            return try ECallClient(
                storage: storage, server: asked, defaultServer: usual, device: .current(), language: language(),
                environment: environment)
        }
        self.client = client
        // A choice that could not be reported before.
        Task { await client.declareLanguage() }
        return client
    }

    /// Ends what is open, so that the next command opens the profile again.
    func forget() async {
        let client = client
        self.client = nil
        secretForNewKeys = nil
        ringing = nil
        shown = Shown()
        forgetCall()
        let listening = listening
        self.listening = nil
        listening?.cancel()
        await client?.close()
        await listening?.value
    }

    /// No one is signed in: a profile opened for one server can be opened again for another.
    func reopenForAnotherServer(_ server: String?) async throws(CommandFailure) {
        guard let client, let server, try Self.address(server) != client.server else { return }
        guard try await signedIn(client) == nil else { return }
        do throws(SignInError) {
            // Its keys are for that server.
            if let kept = try await client.signIn.keptAccount() { throw .keptForAnother(kept.label) }
        } catch {
            throw CommandFailure(error)
        }
        let secret = secretForNewKeys
        await forget()
        secretForNewKeys = secret
        _ = try open(secret: secret, server: server)
    }

    func stored<Value>(_ body: () throws(KeyStorageError) -> Value) throws(CommandFailure) -> Value {
        do throws(KeyStorageError) { return try body() } catch { throw CommandFailure(error) }
    }

    private static func address(_ text: String) throws(CommandFailure) -> ServerAddress {
        do throws(ServerAddress.ParsingError) {
            return try ServerAddress(text)
        } catch {
            throw CommandFailure(.usage, error.text)
        }
    }

    // MARK: - Online

    /// The calls of this device, connected; their events go to all followers.
    func goOnline() async throws(CommandFailure) -> OnlineDevice {
        let client = try opened()
        let device: OnlineDevice
        do throws(ECallClient.Failure) {
            device = try await client.goOnline()
        } catch {
            switch error {
            case .notSignedIn: try await requireSignedIn(client)
            case .signIn(.server(let cause)): await end(after: cause)
            case .signIn, .offline, .storage: break
            }
            throw CommandFailure(error)
        }
        listenToCalls(of: device)
        return device
    }

    /// Passes the events of the calls to all followers.
    func listenToCalls(of device: OnlineDevice?) {
        guard listening == nil, let device else { return }
        listening = Task { [weak self] in
            for await event in device.calls.events { await self?.take(event) }
        }
    }

    private func take(_ event: CallEvent) {
        switch event {
        case .incoming(let call): ringing = call
        case .notice: break
        case .signedOut where isSigningOut: return
        case .signedOut:
            log.note("signed out by the server")
            // The open client belongs to a device that no longer exists; the next command opens the profile again. Not here, in
            // `listening`, which that ends.
            forgetting = Task { await forget() }
        // Taken, or over.
        case _ where event.call == ringing?.id: ringing = nil
        default: break
        }
        keep(event)
        events.send(event)
    }

    // MARK: - The end

    /// Returns when the agent must end. Only one caller waits.
    func untilStopped() async {
        for await _ in stops {}
    }

    func stop() {
        waitNoLonger(.stopped)
        stopper.finish()
    }

    /// Ends commands that wait for calls, with the reason.
    func waitNoLonger(_ reason: CommandFailure) {
        if reason == .stopped { ending = reason }
        endings.send(reason)
    }

    private func stopped() -> CommandResult {
        stop()
        return .done
    }

    /// Hangs up and closes everything.
    func close() async {
        if let device = await client?.current { try? await device.calls.hangUp() }
        events.finish()
        await forgetting?.value
        await forget()
        log.note("agent ended")
    }

    private func diagnoseMemory() async throws(CommandFailure) -> CommandResult {
        guard let probe else {
            throw CommandFailure(.failure, .terminalDiagnosticsOff(setting: "ECALL_DIAGNOSTICS=1"))
        }
        guard let calls = await client?.current?.calls,
            let result = probe.search(isLive: await calls.statistics() != nil)
        else {
            throw CommandFailure(.wrongState, .terminalNoCallToSearch)
        }
        return .memory(result: result)
    }
}

extension KeyProtection {
    fileprivate init?(_ protection: ProfileStore.Protection) {
        switch protection {
        case .none: return nil
        case .sealed: self = .sealed
        case .plain: self = .plain
        }
    }
}
