import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import FrameCrypto

/// Captures and plays this device's media, by the person's wishes and the server's permission.
actor CallMedia {
    /// A device is ready some seconds after it was plugged in; each check queries the sound server.
    private static let lookInterval = Duration.seconds(2)

    private let environment: CallEnvironment
    private let options: CallOptions
    private let room: CallRoom
    private let tasks: SessionTasks
    private let notices: CallNotices
    private var wishes: DeviceWishes
    /// The wishes that can be fulfilled; known before the room is entered.
    private(set) var prepared: PreparedMedia
    private(set) var isMuted = false
    /// Counts the wishes; `muting` is the last turn to tell the server of one.
    private var muteWish = 0
    private var muting: Task<Void, Never>?
    private var watching: Task<Void, Never>?
    private var capture = SilentCapture()
    private var screen: ScreenSource?
    private var isClosed = false

    init(
        _ environment: CallEnvironment, _ options: CallOptions, room: CallRoom, tasks: SessionTasks,
        notices: CallNotices
    ) {
        (self.environment, self.options, self.room, self.tasks) = (environment, options, room, tasks)
        self.notices = notices
        wishes = options.devices
        prepared = PreparedMedia(source: options.source, hasPictures: options.video)
    }

    func close() {
        isClosed = true
        watching?.cancel()
    }

    private func notice(_ text: Text) {
        if !isClosed { notices.tell(text) }
    }

    // MARK: - Before anyone is rung

    /// Prepares the media. Devices chosen by name must be usable; a missing device causes a notice, and the call continues
    /// without it.
    static func prepare(_ options: CallOptions, _ environment: CallEnvironment) async throws(CallFailure)
        -> PreparedMedia
    {
        let wishes = MediaWishes(
            source: options.source, video: options.video, recordDirectory: options.recordDirectory,
            rendering: options.rendering, devices: options.devices)
        do throws(MediaError) {
            return try await environment.engine.prepare(wishes)
        } catch .unusable(let text) {
            throw .unusable(text)
        } catch {
            throw error.failure
        }
    }

    func take(_ prepared: PreparedMedia) { self.prepared = prepared }

    /// Returns the wanted media that this device cannot send; if sound is among them it stays muted from now on.
    func lacks() -> (sound: Bool, pictures: Bool) {
        if !prepared.hasSound { isMuted = true }
        return (!prepared.hasSound, options.video && !prepared.hasPictures)
    }

    // MARK: - Microphone and camera

    /// Mutes or unmutes. Muting takes effect at once, whatever the server says; unmuting when the server permits it. Of several
    /// requests the last one counts: false if another has replaced this one.
    func setMuted(_ muted: Bool, in call: CallID?) async throws(CallFailure) -> Bool {
        muteWish += 1
        let wish = muteWish
        if muted { await mute(true) }
        let former = muting
        let refusal = LockedValue<CallFailure?>(nil)
        let turn = tasks.start {
            // Changes are made in order, because the server must know the last one.
            await former?.value
            guard wish == muteWish else { return }
            do throws(CallFailure) { try await environment.updateOwn(in: call, isMuted: muted) } catch {
                refusal.withLock { $0 = error }
            }
        }
        muting = turn
        await turn.value
        guard wish == muteWish else { return false }
        guard !muted else { return true }
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
        await mute(false)
        return true
    }

    private func mute(_ muted: Bool) async {
        isMuted = muted
        await room.send { $0.isMuted = muted }
    }

    /// Records that the server has this device in the call muted, by its rule or as it was before; returns whether that is news.
    func muteAsServer() async -> Bool {
        guard !isMuted else { return false }
        await mute(true)
        return true
    }

    func lookAtCapture(sendsVideo: Bool) async -> [SilentCapture.Change] {
        guard var reading = await room.transport.captureReading() else { return [] }
        reading.microphone?.isOn = !isMuted
        reading.camera?.isOn = sendsVideo
        return capture.look(at: reading, now: environment.time.nanoseconds() / 1_000_000)
    }

    // MARK: - Changes during the call

    func use(_ wishes: DeviceWishes) async throws(CallFailure) {
        try await use(wishes, kinds(for: wishes))
        watchDevices()
    }

    private func use(_ wishes: DeviceWishes, _ kinds: Set<MediaDevice.Kind>) async throws(CallFailure) {
        try await step { () throws(MediaError) in
            let found = try await environment.engine.find(kinds, wishes)
            self.wishes = wishes
            for text in found.notices { notice(text) }
            // The loudspeaker first, because its echo must be removed from the rest.
            if let loudspeaker = found.loudspeaker {
                try await room.transport.play(on: loudspeaker)
                prepared.output.loudspeaker = loudspeaker
            }
            guard case .devices(var used) = prepared.source else { return }
            used.camera = found.capture.camera ?? used.camera
            if found.capture.microphone != nil {
                (used.microphone, used.echo) = (found.capture.microphone, found.capture.echo)
            }
            try await room.transport.capture(with: used)
            prepared.source = .devices(used)
        }
    }

    private var usedKinds: Set<MediaDevice.Kind> {
        var kinds: Set<MediaDevice.Kind> = []
        if prepared.output.loudspeaker != nil { kinds.insert(.loudspeaker) }
        guard case .devices(let used) = prepared.source else { return kinds }
        if used.microphone != nil { kinds.insert(.microphone) }
        if used.camera != nil { kinds.insert(.camera) }
        return kinds
    }

    /// Returns the kinds of devices that are used, or chosen only now; not a camera that is used already, and could not be opened twice.
    private func kinds(for wishes: DeviceWishes) -> Set<MediaDevice.Kind> {
        var kinds = usedKinds
        if case .devices = prepared.source, wishes.microphone != self.wishes.microphone { kinds.insert(.microphone) }
        if wishes.camera == self.wishes.camera { kinds.remove(.camera) }
        return kinds
    }

    /// Watches chosen devices: one that was unplugged is used again once it is back.
    func watchDevices() {
        guard watching == nil, !isClosed, wishes.areChosen, !usedKinds.isEmpty else { return }
        watching = tasks.start { [weak self, environment] in
            var returns = DeviceReturn()
            while (try? await environment.time.sleep(for: Self.lookInterval)) != nil {
                guard let connected = try? await environment.engine.devices() else { continue }
                guard let wishes = await self?.wishes else { return }
                let returned = returns.look(at: connected, for: wishes)
                if !returned.isEmpty { await self?.areBack(returned) }
            }
        }
    }

    private func areBack(_ returned: Set<MediaDevice.Kind>) async {
        let sound: Set<MediaDevice.Kind> = [.microphone, .loudspeaker]
        let returned = returned.intersection(usedKinds)
        guard !isClosed, !returned.isEmpty else { return }
        // The echo is removed from the microphone's sound, so each is reopened with the other.
        let kinds = returned.isDisjoint(with: sound) ? returned : returned.union(sound).intersection(usedKinds)
        // If it does not open, its replacement, which was reported, continues.
        guard (try? await use(wishes, kinds)) != nil else { return }
        notices.forget()
        for kind in MediaDevice.Kind.allCases where returned.contains(kind) {
            if let name = wishes[kind]?.name { notice(.captureBack(name: name)) }
        }
    }

    /// Shares a screen with all in the call, another one, or none; returns whether one is shared now, also if this fails.
    func share(_ screen: PublishedScreen?) async -> (isSharing: Bool, failure: CallFailure?) {
        guard screen != nil || self.screen != nil else { return (false, nil) }
        do throws(CallFailure) {
            try await room.share(screen)
        } catch {
            if await !room.isSharing { self.screen = nil }
            return (self.screen != nil, error)
        }
        self.screen = screen?.source
        return (screen != nil, nil)
    }

    func screenEnded() async {
        screen = nil
        try? await room.share(nil)
    }
}
