import ECallAPI
import ECallCalls
import ECallLanguage
import ECallSecurity
import Foundation
import KeyDistribution
import Testing

@testable import ECallFlows

/// The tiles of a call, their order, and the large one.
@Suite("The stage of a call", .timeLimit(.minutes(1)))
struct CallStageTests {
    typealias S = CallSamples

    private static func people(
        _ users: [UserID], speaking: Set<UserID> = [], sharing: Set<UserID> = []
    ) -> [CallParticipant] {
        [S.person(1)]
            + users.map { user in
                S.person(user) { ($0.isSpeaking, $0.isSharing) = (speaking.contains(user), sharing.contains(user)) }
            }
    }

    private static func stage(_ lists: [CallParticipant]..., at now: Duration = .zero) -> CallStage {
        var stage = CallStage()
        for list in lists { stage.follow(list, at: now) }
        return stage
    }

    @Test("those who stay keep their places; the last one takes a place that is free")
    func order() {
        // The library lists by number, and those who left last.
        let stage = Self.stage(Self.people([5]), Self.people([2, 5]), Self.people([2, 5, 7]))
        #expect(stage.order == [5, 2, 7] && stage.tiles == [.person(5), .person(2), .person(7), .own])
        var left = stage
        left.follow(Self.people([2, 7]) + [S.person(5, .left)], at: .zero)
        #expect(left.order == [7, 2])
        left.follow(Self.people([2, 5, 7]), at: .zero)
        #expect(left.order == [7, 2, 5])
        // Anyone who is away or has the call on hold stays.
        left.follow(
            [S.person(1), S.person(2, .reconnecting), S.person(5, .onHold), S.person(7), S.person(8, .ringing)],
            at: .zero)
        #expect(left.order == [7, 2, 5])
    }

    @Test("large is what is pinned, then the newest screen, then whoever spoke last; of one alone nothing is")
    func large() {
        var one = Self.stage(Self.people([2]))
        one.pin(.person(2))
        one.changeLayout()
        #expect(one.large == nil && !one.canPin)
        var stage = Self.stage(Self.people([2, 3, 4]))
        #expect(stage.large == nil)
        stage.changeLayout()
        #expect(stage.large == .person(2))
        stage.follow(Self.people([2, 3, 4], speaking: [3]), at: .seconds(1))
        #expect(stage.large == .person(3))
        stage.follow(Self.people([2, 3, 4], sharing: [4]), at: .seconds(2))
        stage.follow(Self.people([2, 3, 4], sharing: [2, 4]), at: .seconds(3))
        #expect(stage.large == .screen(2))
        #expect(stage.tiles == [.screen(2), .screen(4), .person(2), .person(3), .person(4), .own])
        stage.pin(.person(4))
        #expect(stage.large == .person(4) && stage.visible.first == .person(4))
        stage.changeLayout()
        #expect(stage.large == nil && stage.pinned == nil)
        // No one has chosen: a screen is large as long as it is shared.
        var fresh = Self.stage(Self.people([2, 3], sharing: [3]))
        #expect(fresh.large == .screen(3))
        fresh.follow(Self.people([2, 3]), at: .zero)
        #expect(fresh.large == nil)
    }

    @Test("somebody who is pinned is again when they are back within a minute, unless the person chose otherwise")
    func pinOutlastsALine() {
        var stage = Self.stage(Self.people([2, 3, 4]))
        stage.pin(.person(3))
        stage.follow(Self.people([2, 4]), at: .seconds(10))
        #expect(stage.pinned == nil)
        var back = stage
        back.follow(Self.people([2, 3, 4]), at: .seconds(69))
        #expect(back.pinned == .person(3))
        back = stage
        back.follow(Self.people([2, 3, 4]), at: .seconds(70))
        #expect(back.pinned == nil)
        back = stage
        back.pin(.person(2))
        back.pin(nil)
        back.follow(Self.people([2, 3, 4]), at: .seconds(11))
        #expect(back.pinned == nil)
    }

    @Test("pages of twenty-five tiles; those of the page that is shown are received, the large one first")
    func pages() {
        let users = (2...60).map { UserID($0) }
        var stage = Self.stage(Self.people(users))
        #expect(stage.pages == 3 && stage.page == 0 && stage.visible.count == 25 && stage.wanted == Array(users[..<25]))
        stage.turn(by: 1)
        stage.turn(by: 5)
        #expect(stage.page == 2 && stage.visible.last == .own && stage.wanted == Array(users[50...]))
        stage.follow(Self.people(Array(users[..<20])), at: .zero)
        #expect(stage.page == 0 && stage.pages == 1)
        stage.turn(by: -1)
        #expect(stage.page == 0)
        stage = Self.stage(Self.people(users))
        stage.pin(.person(60))
        #expect(stage.wanted == [60] + users[..<25] && stage.pages == 3)
        // Twenty-four others and the own tile are one page.
        #expect(Self.stage(Self.people(Array(users[..<24]))).pages == 1)
        #expect(Self.stage(Self.people(Array(users[..<25]))).pages == 2)
    }

    @Test("a reaction is shown for four seconds, and goes with whoever showed it")
    func reactions() {
        var stage = Self.stage(Self.people([2, 3]))
        stage.reacted(2, .heart, at: .seconds(1))
        stage.reacted(3, .laugh, at: .seconds(2))
        #expect(stage.due == .seconds(5) && stage.reactions.map(\.user) == [2, 3])
        stage.tick(at: .seconds(5))
        #expect(stage.reactions.map(\.reaction) == [.laugh] && stage.due == .seconds(6))
        stage.follow(Self.people([2]), at: .seconds(5))
        #expect(stage.reactions.isEmpty && stage.due == nil)
    }

    @Test("nobody is large for less than two seconds; a wait shows who follows")
    func spotlightInFlow() {
        var flow = S.talking(Self.people([2, 3]))
        flow = S.run(
            [
                (.changedLayout, []), (.people(Self.people([2, 3], speaking: [2])), []),
                // The second of the timer is waited for already.
                (.people(Self.people([2, 3], speaking: [3])), []),
            ], from: flow)
        #expect(flow.stage.large == .person(2))
        flow = S.after([.waited(at: .seconds(2))], from: flow)
        #expect(flow.stage.large == .person(3))
    }

    private struct SpotlightVectors: Decodable {
        struct Case: Decodable {
            struct Step: Decodable {
                let at: Int64
                let speakers: [UInt64]?
                let leaves: UInt64?
                let shown: UInt64?
            }
            let name: String
            let steps: [Step]
        }
        let leastShown: Int64
        let cases: [Case]
    }

    @Test("the spotlight is that of the page")
    func spotlight() throws {
        let vectors = try CallVectors.load("spotlight", as: SpotlightVectors.self)
        #expect(CallSpotlight.leastShown == .milliseconds(vectors.leastShown))
        for one in vectors.cases {
            var (spotlight, speakers) = (CallSpotlight(), [UserID]())
            for step in one.steps {
                let now = Duration.milliseconds(step.at)
                if let leaver = step.leaves {
                    spotlight.remove(UserID(leaver))
                    speakers.removeAll { $0.rawValue == leaver }
                }
                if let next = step.speakers?.map({ UserID($0) }) {
                    spotlight.spoken(speakers, next, at: now)
                    speakers = next
                }
                spotlight.settle(at: now)
                #expect(spotlight.user?.rawValue == step.shown, "\(one.name) at \(step.at)")
            }
        }
    }

    // MARK: - Tiles

    private static func tile(
        _ person: CallParticipant, others: [CallParticipant] = [], devices: [CallOverview.Device] = []
    ) -> CallTile? {
        var flow = S.talking([S.person(1), person] + others)
        flow = S.after(
            [
                S.heard(.firstPicture(7, from: 2, milliseconds: 1)),
                .looked(S.overview(.inCall, devices: devices), at: .seconds(2)),
            ], from: flow)
        return flow.tiles.first { $0.id == .person(2) }
    }

    @Test("a tile says what is to be known of somebody, alone in a sentence, else in a word")
    func tiles() {
        let plain = Self.tile(S.person(2))
        #expect(plain?.showsPicture == true && plain?.name == "Bo".text && plain?.states == [] && plain?.note == nil)
        let muted = Self.tile(S.person(2) { ($0.isMuted, $0.isVideoEnabled, $0.quality) = (true, false, .poor) })
        #expect(muted?.isMuted == true && muted?.isCameraOff == true && muted?.showsPicture == false)
        #expect(muted?.quality == .poor && muted?.states == [.tileStateMuted, .tileStateCameraOff])
        #expect(Self.tile(S.person(2) { $0.quality = .good })?.quality == nil)
        #expect(Self.tile(S.person(2, .reconnecting) { $0.quality = .lost })?.quality == nil)
        #expect(Self.tile(S.person(2, .onHold))?.isOnHold == true)
        let raised = S.person(2) { ($0.hand, $0.isRecording, $0.trust) = (1, true, .new) }
        #expect(Self.tile(raised)?.states == [.handState, .tileStateRecording, .tileStateNew])
        let second = Self.tile(raised, others: [S.person(3) { $0.hand = 2 }])
        #expect(second?.states.first == .handStatePlace(place: "1") && second?.hand == 1)
        // No one is shown before a picture of theirs was decrypted.
        #expect(S.talking([S.person(1), S.person(2)]).tiles.first?.showsPicture == false)
    }

    @Test("a note says why no new picture is shown, and the state behind it is not read aloud once more")
    func notes() throws {
        let rows: [(CallParticipant, alone: Text, among: Text)] = [
            (S.person(2, .onHold), .tileOnHold(name: "Bo"), .tileHeld),
            (S.person(2, .reconnecting), .callReconnecting(name: "Bo"), .callPhaseReconnecting),
            (S.person(2) { $0.trust = .held(.newDevice) }, .tileNotLetIn, .tileNotLetIn),
        ]
        for (person, alone, among) in rows {
            for (tile, note) in [(Self.tile(person), alone), (Self.tile(person, others: [S.person(3)]), among)] {
                #expect(tile?.note == note && tile?.states == [])
            }
        }
        let device = try S.device(of: 2, keepsOut: true)
        let keepsOut = Self.tile(S.person(2), devices: [device])
        #expect(keepsOut?.note == .protectionKeepsOut(name: "Bo") && keepsOut?.states == [])
        #expect(Self.tile(S.person(2), others: [S.person(3)], devices: [device])?.note == .tileKeepsOut)
        // The other states remain.
        let both = Self.tile(
            S.person(2, .onHold) { ($0.isMuted, $0.trust) = (true, .held(.newDevice)) }, devices: [device])
        #expect(both?.states == [.tileNotLetIn, .tileKeepsOut, .tileStateMuted])
        // The own tile has no note.
        let own = S.talking([S.person(1, .reconnecting), S.person(2)]).tiles.last
        #expect(own?.id == .own && own?.note == nil && own?.states == [.tileStateReconnecting])
    }

    @Test("a screen is a tile of its own, under the name of the one who shares it")
    func screens() {
        let flow = S.talking(Self.people([2], sharing: [2]))
        #expect(flow.tiles.map(\.id) == [.screen(2), .person(2), .own])
        #expect(flow.tiles.first?.name == .screenOf(name: "Bo") && flow.tiles.last?.name == .tileYou)
        #expect(flow.stage.large == .screen(2) && flow.stage.wanted == [2])
    }
}
