import ECallAPI
import ECallCalls
import ECallFlows
import Foundation
import Testing

@testable import AppViews

@Suite("Layout of the tiles of a call", .timeLimit(.minutes(1)))
struct StageSceneTests {
    typealias S = CallStates

    enum Kind: CaseIterable { case alone, pair, grid, large }

    private static func kind(_ scene: StageScene) -> Kind {
        switch scene {
        case .alone: .alone
        case .pair: .pair
        case .grid: .grid
        case .large: .large
        }
    }

    @Test("the scene follows the participants, the shared screens and the pinned tile")
    func scenes() {
        let group = S.talking([S.person(1), S.person(2), S.person(3)])
        let shared = S.talking([S.person(1), S.person(2) { $0.isSharing = true }])
        let rows: [(CallFlow, Kind)] = [
            (CallFlow(), .alone), (S.ringing, .alone), (S.talking(), .pair), (group, .grid), (shared, .large),
            (group.after(.pinned(.person(3))), .large), (group.after(.changedLayout), .large),
            (shared.after(.changedLayout), .grid),
        ]
        for (flow, kind) in rows { #expect(Self.kind(StageScene(flow.tiles, flow.stage)) == kind) }
        #expect(Set(rows.map(\.1)) == Set(Kind.allCases))
        #expect(StageScene(S.ringing.tiles, S.ringing.stage) == .alone(own: S.ringing.tiles[0]))
        guard case .large(let large, let others) = StageScene(shared.tiles, shared.stage) else {
            Issue.record("a screen is not large")
            return
        }
        #expect(large.id == .screen(2) && others.map(\.id) == [.person(2), .own])
    }

    @Test("each tile has one place on its page, also on the last page")
    func pages() {
        let flow = S.talking((1...30).map { S.person(UserID($0)) })
        for page in [flow, flow.after(.turnedPage(by: 1))] {
            guard case .grid(let tiles) = StageScene(page.tiles, page.stage) else {
                Issue.record("no grid")
                return
            }
            #expect(tiles.map(\.id) == page.stage.visible)
        }
    }

    @Test("tiles are as large as possible: in columns on a wide stage, in rows on a tall one")
    func columns() {
        let (upright, sideways) = (CGSize(width: 390, height: 700), CGSize(width: 844, height: 300))
        let rows: [(Int, CGSize, Int, Int)] = [
            (1, upright, 1, 1), (2, upright, 1, 2), (2, sideways, 2, 1), (3, upright, 2, 2), (4, upright, 2, 2),
            (4, sideways, 4, 1), (6, sideways, 3, 2), (25, upright, 5, 5), (0, upright, 1, 0), (3, .zero, 1, 3),
        ]
        for (count, size, columns, lines) in rows {
            let grid = TileGrid(count, in: size)
            #expect(grid.columns == columns && grid.rows == lines, "\(count) in \(size): \(grid)")
            let split = grid.split(Array(0..<count))
            #expect(split.flatMap(\.self) == Array(0..<count) && split.count == lines)
        }
    }

    @Test("the own picture goes to the corner that it is dragged to, in either writing direction")
    func corners() {
        let size = CGSize(width: 300, height: 600)
        let first = Corner()
        let rows: [(CGSize, Bool, Corner)] = [
            (CGSize(width: -50, height: 10), false, first),
            (CGSize(width: -150, height: 0), false, Corner(isTrailing: false, isBottom: true)),
            (CGSize(width: -150, height: -300), false, Corner(isTrailing: false, isBottom: false)),
            (CGSize(width: 150, height: 0), false, first),
            (CGSize(width: 150, height: 0), true, Corner(isTrailing: false, isBottom: true)),
            (CGSize(width: -150, height: 0), true, first),
        ]
        for (way, isRightToLeft, corner) in rows {
            #expect(first.moved(by: way, over: size, isRightToLeft: isRightToLeft) == corner)
        }
    }
}
