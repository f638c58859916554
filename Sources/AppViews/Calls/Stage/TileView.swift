import ECallCalls
import ECallFlows
import ECallLanguage
import KeyDistribution
import SwiftUI

/// A person, or a screen; VoiceOver reads the name and the states.
struct TileView<Picture: View>: View {
    let tile: CallTile
    let canPin: Bool
    let picture: @MainActor (VideoID) -> Picture
    /// Enlarges it, or restores its size.
    let pin: @MainActor () -> Void

    var body: some View {
        ZStack(alignment: .bottomLeading) {
            Group {
                if tile.showsPicture { picture(tile.id) } else { Face(name: tile.name) }
            }
            .frame(maxWidth: .infinity, maxHeight: .infinity)
            .background(.quaternary, in: RoundedRectangle(cornerRadius: Metrics.radius))
            .clipShape(RoundedRectangle(cornerRadius: Metrics.radius))
            VStack(alignment: .leading, spacing: Metrics.small) {
                if let reaction = tile.reactions.last?.reaction { Drawing(reaction.symbol).font(.largeTitle) }
                if let note = tile.note { Phrase(note).font(.callout).pill() }
                NamePill(tile: tile)
            }
            .padding(Metrics.gap)
        }
        .accessibilityElement(children: .ignore)
        .modifier(SpokenTile(tile: tile, pin: canPin && tile.id != .own ? pin : nil))
        .calm(tile)
    }
}

/// The name, and symbols of the states next to it.
private struct NamePill: View {
    let tile: CallTile

    var body: some View {
        HStack(spacing: Metrics.small) {
            ForEach(tile.symbols, id: \.self) { Drawing($0) }
            Phrase(tile.name).lineLimit(1).minimumScaleFactor(0.5)
        }
        .font(.footnote)
        .pill()
    }
}

extension View {
    /// Keeps text readable over any picture.
    fileprivate func pill() -> some View {
        padding(.horizontal, Metrics.gap)
            .padding(.vertical, Metrics.small)
            .background(.regularMaterial, in: RoundedRectangle(cornerRadius: Metrics.radius))
    }
}

private struct SpokenTile: ViewModifier {
    @Environment(\.texts) private var texts
    let tile: CallTile
    let pin: (@MainActor () -> Void)?

    func body(content: Content) -> some View {
        let said = content.spoken(tile.name)
            .accessibilityValue(Text(verbatim: tile.said.map(texts.string).joined(separator: ", ")))
        if let pin {
            let name: Words = tile.isPinned ? .tileUnpin(name: tile.name) : .tilePin(name: tile.name)
            said.onTapGesture(count: 2) { pin() }
                .accessibilityAction(named: Text(verbatim: texts.string(name))) { pin() }
        } else {
            said
        }
    }
}

extension CallTile {
    /// The symbols beside the name, the most important first.
    var symbols: [Symbol] {
        let symbols: [Symbol?] = [
            isPinned ? .pin : nil,
            hand == nil ? nil : .hand,
            isRecording ? .recording : nil,
            keepsOut || trust?.isHeld ?? false ? .problem : trust == .verified ? .verified : nil,
            isOnHold ? .onHold : isReconnecting ? .reconnecting : nil,
            quality?.symbol,
            isMuted ? .muted : isSpeaking ? .speaking : nil,
            isCameraOff ? .cameraOff : nil,
        ]
        return symbols.compactMap(\.self)
    }

    /// The same for anyone who does not see it.
    var said: [Words] {
        (note.map { [$0] } ?? []) + states + (quality?.text(isOwn: id == .own).map { [$0] } ?? [])
    }
}

extension QualityLevel {
    var symbol: Symbol? {
        switch self {
        case .good: nil
        case .fair: .fairLine
        case .poor: .weakLine
        case .lost: .offline
        }
    }

    func text(isOwn: Bool) -> Words? {
        switch self {
        case .good: nil
        case .fair: isOwn ? .qualityOwnFair : .qualityOtherFair
        case .poor: isOwn ? .qualityOwnPoor : .qualityOtherPoor
        case .lost: isOwn ? .qualityOwnLost : .qualityOtherLost
        }
    }
}
