import ECallAPI
import ECallAccount
import ECallCalls
import ECallContacts
import ECallCore
import ECallKit
import ECallLanguage
import KeyDistribution

/// The trust in others' devices, and the person's statements about it. The agent has the same knowledge as its calls.
extension Agent {
    /// The comparisons that were shown last: later statements are about just these.
    struct Shown {
        var others: [UserID: [DeviceComparison]] = [:]
        var own: (device: DeviceID?, list: OwnDeviceList)?
        /// Statements about whose devices they are count for these keys.
        var devices: [UserID: PersonTrust] = [:]
    }

    func compare(_ text: String) async throws(CommandFailure) -> CommandResult {
        let person = try await person(named: text)
        let devices = try await withTrust { service throws(CallFailure) in
            try await service.comparisons(with: person.id)
        }
        shown.others[person.id] = devices
        return .comparison(person: person, devices: devices)
    }

    func shownAgain(_ text: String) async throws(CommandFailure) -> CommandResult {
        let person = try await person(named: text)
        guard let devices = shown.others[person.id] else {
            throw CommandFailure.notShown(by: "ecall verify \(person.id)")
        }
        return .comparison(person: person, devices: devices)
    }

    func trust(_ text: String?, _ reply: ReplySink) async throws(CommandFailure) -> CommandResult {
        let people: [Person]
        if let text {
            people = [try await person(named: text)]
        } else {
            people = try await everybody()
        }
        let found = try await withTrust { service throws(CallFailure) in
            try await service.devices(of: people.map(\.id))
        }
        let entries = people.map {
            PersonTrust(
                person: $0, devices: found[$0.id]?.known ?? [], hasOlderApps: found[$0.id]?.hasOlderApps ?? false)
        }
        for entry in entries { shown.devices[entry.person.id] = entry }
        var pages = entries.pages(of: Self.peopleInLine)
        let last = pages.popLast() ?? []
        for page in pages { await reply(.page(result: .trust(people: page))) }
        return .trust(people: last)
    }

    /// People with their devices in one line of an answer.
    private static var peopleInLine: Int { 20 }

    func shownDevices(_ text: String) async throws(CommandFailure) -> CommandResult {
        let person = try await person(named: text)
        guard let entry = shown.devices[person.id] else {
            throw CommandFailure(
                .wrongState, .hint(.terminalConfirmNotListed, .terminalType(command: "ecall trust \(person.id)")))
        }
        return .trust(people: [entry])
    }

    /// The state of the call. Held devices that the user names afterwards are those it has shown.
    func status() async -> CommandResult {
        let call = await client?.current?.calls.status()
        let held = (call?.devices ?? []).filter { $0.trust.isHeld }
        for (user, devices) in Dictionary(grouping: held, by: \.user) {
            let known = devices.compactMap { device -> KnownDevice? in
                guard let identity = device.identity else { return nil }
                let past = device.past ?? DevicePast(says: nil, since: nil, word: .held)
                return KnownDevice(identity: identity, trust: device.trust, offer: device.offer, past: past)
            }
            shown.devices[user] = PersonTrust(
                person: Person(id: user, name: devices.first?.name ?? ""), devices: known, hasOlderApps: false)
        }
        return .status(call: call)
    }

    func note(_ note: DeviceNote) async throws(CommandFailure) -> CommandResult {
        let isSo = try await withTrust { service throws(CallFailure) in
            try await service.note(note.finding, of: note.identity)
        }
        // People who have just been pinned keep the name under which they were shown.
        _ = try? await withContacts { service throws(ContactsError) in try await service.contacts() }
        return .noted(note: note, isSo: isSo)
    }

    func ownDevices() async throws(CommandFailure) -> CommandResult { .ownDevices(list: try await ownDeviceList()) }

    func compareOwn(_ device: DeviceID?) async throws(CommandFailure) -> CommandResult {
        let list = try await ownDeviceList()
        shown.own = (device, list)
        return .ownDevices(list: list)
    }

    private func ownDeviceList() async throws(CommandFailure) -> OwnDeviceList {
        let known = try await withTrust { service throws(CallFailure) in try await service.ownDevices() }
        let account = try opened().account
        let list: [DeviceInfo]
        do throws(AccountError) { list = try await account.devices() } catch { throw CommandFailure(error) }
        let entries = list.map { device in
            OwnDeviceEntry(
                id: device.id, name: device.deviceName.isEmpty ? device.systemName : device.deviceName,
                shown: known.devices.first { $0.device == device.id })
        }
        return OwnDeviceList(devices: entries, isVouched: known.isVouched, isRevoked: known.isRevoked)
    }

    func shownOwn(_ device: DeviceID?) throws(CommandFailure) -> CommandResult {
        guard let own = shown.own, own.device == device else {
            let which = device.map { "\($0)" } ?? "<device>"
            throw CommandFailure.notShown(by: "ecall devices verify \(which)")
        }
        return .ownDevices(list: own.list)
    }

    func vouch(_ device: OwnDeviceComparison) async throws(CommandFailure) -> CommandResult {
        let isSo = try await withTrust { service throws(CallFailure) in try await service.vouch(for: device) }
        return .noted(note: DeviceNote(.verified, of: device.identity), isSo: isSo)
    }

    /// Marks a device as lost, and signs it out in any case.
    func deviceLost(_ device: DeviceID) async throws(CommandFailure) -> CommandResult {
        let own = try await goOnline().account.deviceId
        guard device != own else {
            throw CommandFailure(.usage, .hint(.devicesOwnLong, .terminalDoSignOut(command: "ecall logout")))
        }
        let account = try opened().account
        let list: [DeviceInfo]
        do throws(AccountError) { list = try await account.devices() } catch { throw CommandFailure(error) }
        guard list.contains(where: { $0.id == device }) else {
            throw CommandFailure.noOwnDevice(device)
        }
        let outcome = try await goOnline().trust.giveUp(device) { () throws(AccountError) in
            try await account.signOut(device)
        }
        if let failure = CommandFailure.givingUp(device, outcome) { throw failure }
        return .done
    }

    /// A contact, or a participant of the call that runs here.
    func person(named text: String) async throws(CommandFailure) -> Person {
        let inCall = try await opened().current?.calls.status()?.participants ?? []
        let person = try await withContacts { service throws(ContactsError) in
            try await service.person(text, or: inCall.map { KnownPerson(user: $0.user, name: $0.name) })
        }
        return Person(id: person.user, name: person.name)
    }

    private func withTrust<Value: Sendable>(
        _ body: @Sendable (TrustService) async throws(CallFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        let service = try await goOnline().trust
        do throws(CallFailure) { return try await body(service) } catch { throw CommandFailure(error) }
    }
}

extension CommandFailure {
    /// The person answers before a number was shown to compare.
    fileprivate static func notShown(by command: String) -> CommandFailure {
        CommandFailure(.wrongState, .hint(.terminalVerifyNotShown, .terminalType(command: command)))
    }
}
