public import ECallMedia
import Foundation
import Synchronization
public import WebRTC

/// The app's views, by the video they show. A view may be added before or after the video, and removed at any time.
public final class VideoSurfaces: Sendable {
    private struct Entry {
        weak var renderer: (any RTCVideoRenderer)?
    }

    private let entries = Mutex<[VideoSurface: Unchecked<[Entry]>]>([:])

    init() {}

    /// Creates a view that shows the video, from now on until it is released.
    @MainActor
    public func makeView(for surface: VideoSurface) -> RTCMTLVideoView {
        let view = RTCMTLVideoView()
        add(view, to: surface)
        return view
    }

    private func add(_ renderer: any RTCVideoRenderer, to surface: VideoSurface) {
        let entry = Unchecked(Entry(renderer: renderer))
        entries.withLock { entries in
            let others = entries[surface]?.value.filter { $0.renderer != nil } ?? []
            entries[surface] = Unchecked(others + [entry.value])
        }
    }

    func show(_ frame: RTCVideoFrame, on surface: VideoSurface) {
        let found = entries.withLock { $0[surface] }
        for entry in found?.value ?? [] {
            entry.renderer?.setSize(CGSize(width: Int(frame.width), height: Int(frame.height)))
            entry.renderer?.renderFrame(frame)
        }
    }
}

/// Hands on the pictures of a track.
final class PictureRenderer: NSObject, RTCVideoRenderer {
    private let take: @Sendable (RTCVideoFrame) -> Void

    init(_ take: @escaping @Sendable (RTCVideoFrame) -> Void) { self.take = take }

    func setSize(_ size: CGSize) {}
    func renderFrame(_ frame: RTCVideoFrame?) { if let frame { take(frame) } }
}
