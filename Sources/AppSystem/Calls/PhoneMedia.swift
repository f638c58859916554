import AppViews
import ECallAPI
import ECallFlows
import ECallKit
import ECallLanguage
import ECallMedia
import ECallWebRTC
import SwiftUI
import UIKit
import WebRTC

/// The media engine of this phone. If it cannot be made, calls are refused before anyone is rung.
@MainActor
final class PhoneMedia {
    private let engine: Result<WebRTCEngine, MediaError>

    init() {
        do throws(MediaError) { engine = .success(try WebRTCEngine()) } catch { engine = .failure(error) }
    }

    /// The system plays what a person hears while a call rings.
    var system: MediaSystem {
        MediaSystem(
            engine: { [engine] () throws(MediaError) in try engine.get() },
            playTone: { (_, _) throws(MediaError) in throw .inputUnavailable(.mediaNoLoudspeaker) })
    }

    /// The audio session became active, or inactive.
    func sound(_ isOn: Bool) {
        guard case .success(let engine) = engine else { return }
        if isOn { engine.soundBegins() } else { engine.soundEnds() }
    }

    func picture(_ video: VideoID) -> AnyView {
        guard case .success(let engine) = engine else { return AnyView(EmptyView()) }
        // Another tile is another view.
        return AnyView(VideoPicture(surfaces: engine.surfaces, surface: VideoSurface(video)).id(video))
    }
}

extension VideoSurface {
    init(_ video: VideoID) {
        switch video {
        case .own: self.init(person: nil, kind: .camera)
        case .person(let user): self.init(person: user.rawValue, kind: .camera)
        case .screen(let user): self.init(person: user.rawValue, kind: .screen)
        }
    }
}

struct VideoPicture: UIViewRepresentable {
    let surfaces: VideoSurfaces
    let surface: VideoSurface

    func makeUIView(context: Context) -> RTCMTLVideoView { surfaces.makeView(for: surface) }
    func updateUIView(_ uiView: RTCMTLVideoView, context: Context) {}
}
