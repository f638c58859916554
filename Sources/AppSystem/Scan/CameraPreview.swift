import AVFoundation
import SwiftUI
import UIKit

struct CameraPreview: UIViewRepresentable {
    let session: AVCaptureSession

    func makeUIView(context: Context) -> CameraView {
        let view = CameraView()
        view.show(session)
        return view
    }

    func updateUIView(_ uiView: CameraView, context: Context) {}
}

final class CameraView: UIView {
    private var preview: AVCaptureVideoPreviewLayer?

    func show(_ session: AVCaptureSession) {
        let preview = AVCaptureVideoPreviewLayer(session: session)
        preview.videoGravity = .resizeAspectFill
        layer.addSublayer(preview)
        self.preview = preview
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        preview?.frame = bounds
    }
}
