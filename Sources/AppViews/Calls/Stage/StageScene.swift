import ECallFlows
import Foundation

/// The arrangement of a page's tiles. Pure.
enum StageScene: Equatable {
    /// No one else is there yet.
    case alone(own: CallTile?)
    /// One other person, and the own picture over a corner of theirs.
    case pair(CallTile, own: CallTile?)
    case grid([CallTile])
    /// One large tile, the others of the page in a strip beside it.
    case large(CallTile, [CallTile])

    init(_ tiles: [CallTile], _ stage: CallStage) {
        let visible = stage.visible.compactMap { id in tiles.first { $0.id == id } }
        let (others, own) = (tiles.filter { $0.id != .own }, tiles.first { $0.id == .own })
        if let large = stage.large, let tile = tiles.first(where: { $0.id == large }) {
            self = .large(tile, visible.filter { $0.id != large })
        } else if others.isEmpty {
            self = .alone(own: own)
        } else if others.count == 1 {
            self = .pair(others[0], own: own)
        } else {
            self = .grid(visible)
        }
    }
}

/// Tiles that are all of one size.
struct TileGrid: Equatable {
    let columns: Int
    let rows: Int

    /// The columns in which the pictures are largest.
    init(_ count: Int, in size: CGSize) {
        // The shape of pictures from phones that are held the same way.
        let shape: CGFloat = size.width > size.height ? 4 / 3 : 3 / 4
        func width(_ columns: Int) -> CGFloat {
            let rows = CGFloat((count + columns - 1) / columns)
            return min(size.width / CGFloat(columns), size.height / rows * shape)
        }
        var best = 1
        for candidate in 1...max(1, count) where width(candidate) > width(best) { best = candidate }
        columns = best
        rows = (count + best - 1) / best
    }

    func split<Element>(_ all: [Element]) -> [[Element]] {
        stride(from: 0, to: all.count, by: columns).map { Array(all[$0..<min($0 + columns, all.count)]) }
    }
}

/// The place of the own picture over another.
struct Corner: Equatable {
    var isTrailing = true
    var isBottom = true

    /// The tile was dragged by this much over a stage of this size: beyond a third of it, the tile moves to the other side.
    func moved(by way: CGSize, over size: CGSize, isRightToLeft: Bool) -> Corner {
        let along = isRightToLeft ? -way.width : way.width
        var corner = self
        if abs(along) > size.width / 3 { corner.isTrailing = along > 0 }
        if abs(way.height) > size.height / 3 { corner.isBottom = way.height > 0 }
        return corner
    }
}
