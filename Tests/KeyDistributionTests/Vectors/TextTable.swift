import ECallSecurity

@testable import KeyDistribution

/// Writes events and actions as the vectors have them, and reads events back.
struct TextTable {
    private(set) var texts: [String]
    private var places: [String: Int]

    init(_ texts: [String] = []) {
        self.texts = texts
        places = Dictionary(uniqueKeysWithValues: texts.enumerated().map { ($1, $0) })
    }

    mutating func place(of text: String) -> Int {
        if let place = places[text] { return place }
        texts.append(text)
        places[text] = texts.count - 1
        return texts.count - 1
    }

    mutating func event(_ event: SceneDevice.Happening) -> FlowVectors.Event {
        switch event {
        case .ratchet: return .init(type: "ratchet")
        case .event(let event): return self.event(event)
        }
    }

    private mutating func event(_ event: KeyDistribution.Event) -> FlowVectors.Event {
        switch event {
        case .entered: .init(type: "entered")
        case .message(let kind, let from, let text):
            .init(type: "message", kind: kind, from: from.description, text: place(of: text))
        case .listed(let addresses): .init(type: "listed", addresses: addresses.sorted().map(\.description))
        case .disconnected: .init(type: "disconnected")
        case .connected: .init(type: "connected")
        case .published: .init(type: "published")
        case .keyMissing(let address): .init(type: "keyMissing", from: address.description)
        case .noted(let note): .init(type: "noted", note: note.finding, identity: note.identity)
        case .invited(let text, let callees, let isByLink):
            .init(type: "invited", text: place(of: text), callees: callees, isByLink: isByLink ? true : nil)
        case .invitedBefore(let callees, let byLink):
            .init(type: "invitedBefore", callees: callees, byLink: byLink.isEmpty ? nil : byLink)
        case .expected(let callees): .init(type: "expected", callees: callees)
        case .receiving(let reports):
            .init(
                type: "receiving",
                reports: Dictionary(uniqueKeysWithValues: reports.map { ($0.description, .init($1)) }))
        case .recording(let isOn): .init(type: "recording", isOn: isOn)
        case .silent(let isOn): .init(type: "silent", isOn: isOn)
        case .hand(let isRaised): .init(type: "hand", isRaised: isRaised)
        case .react(let reaction): .init(type: "react", reaction: reaction)
        case .leave: .init(type: "leave")
        case .tick: .init(type: "tick")
        }
    }

    /// Nil for an event that no flow has.
    func event(_ event: FlowVectors.Event) -> SceneDevice.Happening? {
        let address = event.from.flatMap { DeviceAddress($0) }
        let text = event.text.map { texts[$0] }
        switch event.type {
        case "ratchet": return .ratchet
        case "entered": return .event(.entered)
        case "message":
            guard let kind = event.kind, let address, let text else { return nil }
            return .event(.message(kind, from: address, text))
        case "listed": return .event(.listed(Set((event.addresses ?? []).compactMap { DeviceAddress($0) })))
        case "disconnected": return .event(.disconnected)
        case "connected": return .event(.connected)
        case "keyMissing": return address.map { .event(.keyMissing(of: $0)) }
        case "noted":
            guard let finding = event.note, let identity = event.identity else { return nil }
            return .event(.noted(DeviceNote(finding, of: identity)))
        case "invited":
            let isByLink = event.isByLink ?? false
            return text.map { .event(.invited($0, callees: event.callees ?? [], isByLink: isByLink)) }
        case "invitedBefore": return .event(.invitedBefore(event.callees ?? [], byLink: event.byLink ?? []))
        case "expected": return .event(.expected(event.callees ?? []))
        case "receiving":
            let reports = (event.reports ?? [:]).compactMap { text, report in
                DeviceAddress(text).map { ($0, report.value) }
            }
            return .event(.receiving(Dictionary(uniqueKeysWithValues: reports)))
        case "recording": return event.isOn.map { .event(.recording($0)) }
        case "silent": return event.isOn.map { .event(.silent($0)) }
        case "hand": return event.isRaised.map { .event(.hand(isRaised: $0)) }
        case "react": return event.reaction.map { .event(.react($0)) }
        case "leave": return .event(.leave)
        case "tick": return .event(.tick)
        default: return nil
        }
    }

    mutating func action(_ action: KeyDistribution.Action) -> FlowVectors.Action {
        switch action {
        case .send(let kind, let texts):
            var places: [String: Int] = [:]
            for (address, text) in texts.sorted(by: { $0.key < $1.key }) {
                places[address.description] = place(of: text)
            }
            return .init(type: "send", kind: kind, texts: places)
        case .sendToAll(let kind, let text): return .init(type: "sendToAll", kind: kind, text: place(of: text))
        case .received(let from, let key): return .init(type: "received", from: from.description, key: .init(key))
        case .forget(let address): return .init(type: "forget", from: address.description)
        case .members(let members): return .init(type: "members", members: members.map(Self.member))
        case .pinned(let pins): return .init(type: "pinned", pins: pins)
        case .notice(.lacks(let one, let other)):
            return .init(type: "notice", notice: ["lacks", one.description, other.description])
        case .notice(.knowsUnknown(let one)): return .init(type: "notice", notice: ["knowsUnknown", one.description])
        case .reported(let from, let report):
            return .init(type: "reported", from: from.description, report: .init(report))
        case .replied(let from, let reply): return .init(type: "replied", from: from.description, reply: reply)
        case .reacted(let from, let reaction):
            return .init(type: "reacted", from: from.description, reaction: reaction)
        case .nextTick(let at): return .init(type: "nextTick", at: at)
        }
    }

    private static func member(_ member: CallMember) -> FlowVectors.Member {
        let trust =
            switch member.trust {
            case .new: "new"
            case .known: "known"
            case .verified: "verified"
            case .vouched: "vouched"
            case .held(let reason): "held:\(reason.rawValue)"
            }
        return .init(
            address: member.address.description, presence: member.presence, trust: trust, offer: member.offer,
            hasOurKey: member.hasOurKey, isHeard: member.isHeard, hearsUs: member.hearsUs,
            lacksKeys: member.lacksKeys ? true : nil,
            isPostQuantum: member.isPostQuantum, isRecording: member.isRecording,
            isSilent: member.isSilent ? true : nil,
            isHandRaised: member.isHandRaised ? true : nil)
    }
}
