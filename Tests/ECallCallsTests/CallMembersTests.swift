import ECallAPI
import ECallSecurity
import Foundation
import Testing

@testable import ECallCalls
@testable import KeyDistribution

/// The vectors that the page's tests read as well.
private struct Vectors: Decodable {
    /// A person as a list has them.
    struct Listed: Decodable {
        let userId: UserID?
        let deviceId: DeviceID?
        let status: ParticipantStatus
        let endReason: EndReason?
        let isOnHold: Bool?
        let isMuted: Bool?
        let isVideoEnabled: Bool?
        let feedId: FeedID?

        func participant(_ user: UserID = 2) -> Participant {
            let user = userId ?? user
            return Participant(
                userId: user, deviceId: deviceId ?? 0, displayName: "P\(user)", isHost: user == 1, callId: 7,
                isHostKey: false, feedId: feedId, isMuted: isMuted ?? false, isVideoEnabled: isVideoEnabled ?? true,
                status: status, endReason: endReason, isOnHold: isOnHold)
        }
    }
    struct List: Decodable {
        let participant: Listed
        let stands: CallParticipant.Status
    }
    struct Stands: Decodable {
        let steps: [Step]
        let stands: CallParticipant.Status?
    }
    struct Transcript: Decodable {
        let name: String
        let steps: [Told]
    }
    struct Told: Decodable {
        let step: Step
        let changes: [String]
        let members: [String: Known?]
        let revision: String?

        enum Key: String, CodingKey { case changes, members, revision }

        init(from decoder: any Decoder) throws {
            step = try Step(from: decoder)
            let container = try decoder.container(keyedBy: Key.self)
            changes = try container.decode([String].self, forKey: .changes)
            members = try container.decodeIfPresent([String: Known?].self, forKey: .members) ?? [:]
            revision = try container.decodeIfPresent(String.self, forKey: .revision)
        }
    }
    let transcripts: [Transcript]
    let lists: [List]
    let steps: [Stands]

    static func read() throws -> Self {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/call-members.json").standardizedFileURL
        return try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }
}

/// The expected values of a record in a transcript; absent ones may be anything.
private struct Known: Decodable {
    private let values: [String: Value]

    private enum Value: Decodable, Equatable {
        case text(String), flag(Bool), number(UInt64), nothing

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .nothing
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(UInt64.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([String: Value].self)
    }

    /// Returns the names of differing values.
    func differences(_ member: CallMembers.Member, in members: CallMembers) -> [String] {
        let device = member.device.flatMap { members.devices[$0] }
        func number(_ value: UInt64?) -> Value { value.map { .number($0) } ?? .nothing }
        let found: [String: Value] = [
            "trust": members.trust(of: member.user).map { .text($0.text) } ?? .nothing,
            "hearsUs": .flag(device?.hearsUs ?? false), "hasKey": .flag(device?.isHeard ?? false),
            "isSilent": .flag(device?.isSilent ?? false), "isRecording": .flag(members.isRecording(member.user)),
            "hand": number(members.hand(of: member.user).map(UInt64.init)), "sharingSince": number(member.sharingSince),
            "isSpeaking": .flag(member.isSpeaking), "spokeAt": number(member.spoke),
            // The page knows only connections that are not good.
            "quality": .text((member.quality ?? .good).rawValue),
            "status": .text(member.status.rawValue), "name": .text(member.name),
            "device": member.device.map { .text($0.text) } ?? .nothing,
            "feed": member.feed.map { .number($0) } ?? .nothing,
            "isAway": .flag(member.isAway), "isMuted": .flag(member.isMuted),
            "sendsVideo": member.sendsVideo.map { .flag($0) } ?? .nothing,
        ]
        return values.keys.filter { found[$0] != values[$0] }.sorted()
    }
}

private enum Step: Decodable {
    case invited(UserID, name: String?)
    case rejected(UserID, EndReason?)
    case joined(UserID, DeviceID, name: String?)
    case left(UserID, isRemoved: Bool)
    case updated(Change)
    case listed([Vectors.Listed])
    case publishes(UserID, FeedID)
    case keyed([Device])
    case hand(Bool)
    case speaks(Speech)
    case shares(Set<UserID>, at: UInt64)
    case rated([UserID: QualityLevel])

    /// A device as the key exchange reports it: an admitted member, unless stated otherwise.
    struct Device: Decodable {
        let address: String
        let trust: DeviceTrust
        let presence: CallMember.Presence?
        let isHeard: Bool
        let hearsUs: Bool
        let isSilent: Bool?
        let isRecording: Bool?
        let isHandRaised: Bool?

        func member(_ sign: SigningPublicKey) throws -> CallMember {
            let address = try #require(DeviceAddress(address))
            return CallMember(
                address: address, identity: try ShownIdentity(address, sign),
                presence: presence ?? .member, trust: trust, offer: nil, hasOurKey: true, isHeard: isHeard,
                hearsUs: hearsUs, lacksKeys: false, isPostQuantum: true, isRecording: isRecording ?? false,
                isSilent: isSilent ?? false, isHandRaised: isHandRaised ?? false, says: nil)
        }
    }
    struct Speech: Decodable {
        let user: UserID
        let isOn: Bool
        let at: UInt64
    }
    struct Change: Decodable {
        let user: UserID?
        let status: ParticipantStatus?
        let isMuted: Bool?
        let isVideoEnabled: Bool?
        let isOnHold: Bool?
    }
    private struct Somebody: Decodable {
        let user: UserID
        let device: DeviceID?
        let name: String?
        let reason: EndReason?
        let feed: FeedID?
    }
    private enum Key: String, CodingKey, CaseIterable {
        case invited, rejected, joined, left, isRemoved, updated, listed, publishes, keyed, hand, speaks, shares, at,
            rated
    }

    init(from decoder: any Decoder) throws {
        if let word = try? decoder.singleValueContainer().decode(String.self) {
            let words: [String: Self] = [
                "invited": .invited(2, name: "Bo"), "joined": .joined(2, 22, name: nil),
                "left": .left(2, isRemoved: false),
                "removed": .left(2, isRemoved: true),
            ]
            self = try #require(words[word], "an unknown step: \(word)")
            return
        }
        let container = try decoder.container(keyedBy: Key.self)
        func somebody(_ key: Key) throws -> Somebody { try container.decode(Somebody.self, forKey: key) }
        if container.contains(.invited) {
            self = .invited(try somebody(.invited).user, name: try somebody(.invited).name)
        } else if container.contains(.joined) {
            let one = try somebody(.joined)
            self = .joined(one.user, try #require(one.device), name: one.name)
        } else if container.contains(.left) {
            let isRemoved = try container.decodeIfPresent(Bool.self, forKey: .isRemoved) ?? false
            self = .left(try container.decode(UserID.self, forKey: .left), isRemoved: isRemoved)
        } else if container.contains(.updated) {
            self = .updated(try container.decode(Change.self, forKey: .updated))
        } else if container.contains(.publishes) {
            self = .publishes(try somebody(.publishes).user, try #require(try somebody(.publishes).feed))
        } else if container.contains(.keyed) {
            self = .keyed(try container.decode([Device].self, forKey: .keyed))
        } else if container.contains(.hand) {
            self = .hand(try container.decode(Bool.self, forKey: .hand))
        } else if container.contains(.speaks) {
            self = .speaks(try container.decode(Speech.self, forKey: .speaks))
        } else if container.contains(.shares) {
            self = .shares(
                try container.decode(Set<UserID>.self, forKey: .shares),
                at: try container.decode(UInt64.self, forKey: .at))
        } else if container.contains(.rated) {
            let levels = try container.decode([String: QualityLevel].self, forKey: .rated)
            self = .rated(Dictionary(uniqueKeysWithValues: try levels.map { (try #require(UserID($0.key)), $0.value) }))
        } else if container.contains(.rejected) {
            // User 2 if it names no one.
            let one = try? somebody(.rejected)
            self = .rejected(
                one?.user ?? 2, one == nil ? try? container.decode(EndReason.self, forKey: .rejected) : one?.reason)
        } else if let one = try? container.decode(Vectors.Listed.self, forKey: .listed) {
            self = .listed([one])
        } else {
            self = .listed(try container.decode([Vectors.Listed].self, forKey: .listed))
        }
    }

    func happens(to members: inout CallMembers) throws -> [CallMembers.Change] {
        switch self {
        case .invited(let user, let name): return members.invited(user, name: name)
        case .rejected(let user, let reason): return members.rejected(user, reason, name: nil)
        case .joined(let user, let device, let name): return members.joined(user, device, name: name)
        case .left(let user, let isRemoved): return members.left(user, isRemoved: isRemoved)
        case .updated(let change):
            return members.updated(
                change.user ?? 2, change.status, isMuted: change.isMuted, sendsVideo: change.isVideoEnabled,
                isOnHold: change.isOnHold)
        case .listed(let list): return members.listed(list.map { $0.participant() })
        case .publishes(let user, let feed):
            members.publishes(user, as: feed)
            return []
        case .keyed(let devices):
            // The base point: a key as good as any here.
            let sign = try #require(SigningPublicKey(bytes: [0x58] + [UInt8](repeating: 0x66, count: 31)))
            return members.keyed(try devices.map { try $0.member(sign) })
        case .hand(let isRaised):
            members.raise(isRaised)
            return []
        case .speaks(let speech):
            members.speaks(speech.user, speech.isOn, at: speech.at)
            return []
        case .shares(let users, let instant): return members.shares(users, at: instant)
        case .rated(let levels):
            // Good connections aren't reported to the page: here every unreported connection is good.
            let present = members.present
            _ = members.rated(Dictionary(uniqueKeysWithValues: present.map { ($0.user, $0.quality ?? .good) }))
            return members.rated(
                Dictionary(uniqueKeysWithValues: present.map { ($0.user, levels[$0.user] ?? .good) })
                    .merging(levels) { known, _ in known })
        }
    }
}

extension CallMembers.Change {
    /// The form of the vectors.
    fileprivate var words: String {
        switch self {
        case .rings(let user): "rings \(user)"
        case .refused(let user, let status): "refused \(user) \(status.rawValue)"
        case .joined(_, let device): "joined \(device.text)"
        case .left(_, let device): "left \(device.text)"
        case .reached(let user, let isReached): "reached \(user) \(isReached)"
        case .trust(_, let device, let trust): "trust \(device.text) \(trust.text)"
        case .recording(let user, let isOn): "recording \(user) \(isOn)"
        case .hand(let user, let isRaised): "hand \(user) \(isRaised)"
        case .sharing(let user, let isOn): "sharing \(user) \(isOn)"
        case .quality(let user, let level): "quality \(user) \(level.rawValue)"
        }
    }
}

extension DeviceAddress {
    fileprivate var text: String { "\(userID)_\(deviceID)" }
}

@Suite("Past, present and ringing people of a call", .timeLimit(.minutes(1)))
struct CallMembersTests {
    private static let own = DeviceAddress(userID: 1, deviceID: 11)

    private static func listed(_ user: UserID, _ status: ParticipantStatus, _ device: DeviceID = 0) -> Participant {
        Participant(
            userId: user, deviceId: device, displayName: "P\(user)", isHost: user == 1, callId: 7, isHostKey: false,
            feedId: nil, isMuted: false, isVideoEnabled: true, status: status)
    }

    /// 000-50
    @Test("each list and each signal has the effect of the vectors, and is reported once")
    func transcripts() throws {
        let vectors = try Vectors.read()
        #expect(vectors.transcripts.count > 10)
        for transcript in vectors.transcripts {
            var members = CallMembers(own: Self.own)
            for (number, told) in transcript.steps.enumerated() {
                let revision = members.revision
                let what = "\(transcript.name), step \(number + 1)"
                #expect(try told.step.happens(to: &members).map(\.words) == told.changes, "\(what)")
                if let says = told.revision { #expect((members.revision > revision) == (says == "rises"), "\(what)") }
                for (user, known) in told.members {
                    let member = members[UserID(try #require(UInt64(user)))]
                    guard let known else {
                        #expect(member == nil, "\(what)")
                        continue
                    }
                    #expect(known.differences(try #require(member, "\(what)"), in: members) == [], "\(what), \(user)")
                }
            }
        }
    }

    @Test("a list states the status of each person")
    func lists() throws {
        let lists = try Vectors.read().lists
        #expect(lists.count > 10)
        for item in lists {
            var members = CallMembers(own: Self.own)
            _ = members.listed([Self.listed(1, .connected), item.participant.participant()])
            #expect(members[2]?.status == item.stands && members[2]?.name == "P2" && members[2]?.sendsVideo == true)
            #expect(members[1]?.isHost == true && members[2]?.isHost == false)
        }
    }

    @Test("signals change a person's status, in whatever order they come")
    func signals() throws {
        let transcripts = try Vectors.read().steps
        #expect(transcripts.count > 20)
        for (number, transcript) in transcripts.enumerated() {
            var members = CallMembers(own: Self.own)
            for step in transcript.steps { _ = try step.happens(to: &members) }
            #expect(members[2]?.status == transcript.stands, "transcript \(number + 1)")
        }
    }

    @Test("a server that names thousands is ignored past fifty devices and two hundred people")
    func thousands() {
        var members = CallMembers(own: Self.own)
        let many = (2..<5002).map { Self.listed(UserID($0), .connected, DeviceID($0)) }
        #expect(members.listed(many).count == 50)
        for user in UInt64(5002)..<5402 { #expect(members.joined(UserID(user), 1, name: "x") == []) }
        #expect(members.addresses.count == 50 && members.all.count == 200)
        _ = members.left(2)
        #expect(members.joined(60, 60, name: "x").count == 1, "who leaves makes place")
    }

    @Test("the server's limit of unmuted people leaves out oneself, the muted and the absent")
    func full() {
        var members = CallMembers(own: Self.own)
        let others = (2...17).map { Self.listed(UserID(UInt64($0)), .connected, 1) }
        _ = members.listed([Self.listed(1, .connected)] + others)
        #expect(members.isFull(besides: 1))
        members.chose(isMuted: true)
        #expect(members.isFull(besides: 1) && !members.isFull(besides: 2))
        _ = members.updated(5, isMuted: true)
        #expect(!members.isFull(besides: 1))
        _ = members.listed([Self.listed(1, .connected)] + others.dropLast() + [Self.listed(17, .inviting)])
        #expect(!members.isFull(besides: 1))
        #expect(members[1]?.isMuted == false && members.isMuted, "the list says it, the wish stays")
    }

    @Test("settings for hearing a person last for the call, and their reply until they are rung again")
    func wishes() {
        var members = CallMembers(own: Self.own)
        _ = members.listed([Self.listed(1, .connected, 11), Self.listed(2, .connected, 22), Self.listed(3, .inviting)])
        #expect(members.hear(2) { $0.volume = 40 })
        #expect(!members.hear(1) { $0.volume = 40 } && !members.hear(3) { $0.volume = 40 } && !members.hear(9) { _ in })
        _ = members.left(2)
        _ = members.joined(2, 22, name: "Bo")
        #expect(members[2]?.playback.volume == 40)
        let reply = CallReply.cannotTalkNow(minutes: 0)
        #expect(members.replied(3, reply) && !members.replied(3, reply) && !members.replied(2, reply))
        #expect(members[3]?.reply == nil, "until they are said to have declined")
        _ = members.rejected(3, .declined, name: nil)
        #expect(members[3]?.reply == reply)
        _ = members.invited(3, name: nil)
        _ = members.rejected(3, .declined, name: nil)
        #expect(members[3]?.reply == nil)
    }
}

extension ShownIdentity {
    fileprivate init(_ address: DeviceAddress, _ sign: SigningPublicKey) throws {
        let json = #"{"address":"\#(address)","sign":"\#(sign.text)","serial":1}"#
        self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
    }
}
