import ECallFlows
import ECallLanguage
import SwiftUI

/// The tiles of a call, and its pages.
struct StageView<Picture: View>: View {
    let store: FlowStore<CallFlow>
    let picture: @MainActor (VideoID) -> Picture

    private var stage: CallStage { store.state.stage }

    var body: some View {
        VStack(spacing: Metrics.gap) {
            GeometryReader { place in scene(place.size) }
            if stage.pages > 1 {
                HStack(spacing: Metrics.space) {
                    IconButton(.keysPreviousPage, .before) { store.send(.turnedPage(by: -1)) }
                        .disabled(stage.page == 0)
                    Phrase(.callPage(page: stage.page + 1, pages: stage.pages)).font(.footnote)
                    IconButton(.keysNextPage, .after) { store.send(.turnedPage(by: 1)) }
                        .disabled(stage.page + 1 == stage.pages)
                }
            }
        }
        .calm(stage.visible)
    }

    @ViewBuilder private func scene(_ size: CGSize) -> some View {
        switch StageScene(store.state.tiles, stage) {
        case .alone(let own):
            OverPicture(own: own, size: size, picture: picture) {
                Face(name: store.state.title).frame(maxWidth: .infinity, maxHeight: .infinity)
            }
        case .pair(let other, let own):
            OverPicture(own: own, size: size, picture: picture) { tile(other) }
        case .grid(let tiles): grid(tiles, size)
        case .large(let large, let others):
            if size.width > size.height {
                HStack(spacing: Metrics.gap) {
                    tile(large)
                    ScrollView { VStack(spacing: Metrics.gap) { strip(others, size) } }
                        .frame(width: size.width / 4)
                }
            } else {
                VStack(spacing: Metrics.gap) {
                    tile(large)
                    ScrollView(.horizontal) { HStack(spacing: Metrics.gap) { strip(others, size) } }
                        .frame(minHeight: size.height / 5, maxHeight: size.height / 3)
                }
            }
        }
    }

    private func grid(_ tiles: [CallTile], _ size: CGSize) -> some View {
        VStack(spacing: Metrics.gap) {
            ForEach(TileGrid(tiles.count, in: size).split(tiles), id: \.first?.id) { row in
                HStack(spacing: Metrics.gap) { ForEach(row) { tile($0) } }
            }
        }
    }

    /// Small tiles beside a large one, as many as are still recognizable.
    private func strip(_ tiles: [CallTile], _ size: CGSize) -> some View {
        ForEach(tiles) { one in
            tile(one).frame(minWidth: size.width / 4, minHeight: size.height / 6)
        }
    }

    private func tile(_ tile: CallTile) -> some View {
        TileView(tile: tile, canPin: stage.canPin, picture: picture) {
            store.send(.pinned(tile.isPinned ? nil : tile.id))
        }
    }
}

/// The own picture in a corner over another one: it can be dragged to another corner.
private struct OverPicture<Content: View, Picture: View>: View {
    @Environment(\.layoutDirection) private var direction
    @State private var corner = Corner()
    let own: CallTile?
    let size: CGSize
    let picture: @MainActor (VideoID) -> Picture
    let content: Content

    init(
        own: CallTile?, size: CGSize, picture: @escaping @MainActor (VideoID) -> Picture,
        @ViewBuilder content: () -> Content
    ) {
        (self.own, self.size, self.picture, self.content) = (own, size, picture, content())
    }

    var body: some View {
        ZStack(alignment: alignment) {
            content
            if let own {
                let side = min(size.width, size.height) / 4
                TileView(tile: own, canPin: false, picture: picture) {}
                    .frame(width: side, height: side * 4 / 3)
                    .padding(Metrics.gap)
                    .gesture(
                        DragGesture().onEnded { way in
                            corner = corner.moved(
                                by: way.translation, over: size, isRightToLeft: direction == .rightToLeft)
                        })
            }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .calm(corner)
    }

    private var alignment: Alignment {
        switch (corner.isBottom, corner.isTrailing) {
        case (true, true): .bottomTrailing
        case (true, false): .bottomLeading
        case (false, true): .topTrailing
        case (false, false): .topLeading
        }
    }
}
