import ECallLanguage
import ECallMedia

/// Finds out before a call which of the wishes can be fulfilled. Pure.
enum Preparation {
    static let noFiles = MediaError.unusable(.mediaNoFiles)
    static let noRecordings = MediaError.unusable(.mediaNoRecordings)

    static func prepare(
        _ wishes: MediaWishes, in connected: ConnectedDevices
    ) throws(MediaError) -> PreparedMedia {
        guard wishes.recordDirectory == nil else { throw noRecordings }
        let rendering = wishes.rendering
        let output = MediaOutput(
            pictures: rendering?.showsPictures == true ? .surface : .discarded,
            loudspeaker: rendering?.playsSound == true ? .systemDefault : nil)
        switch wishes.source {
        case .test, .file: throw noFiles
        case .devices(let devices):
            return PreparedMedia(
                source: wishes.source, hasSound: devices.microphone != nil,
                hasPictures: wishes.video && devices.camera != nil, output: output)
        case .automatic:
            let kinds: Set<MediaDevice.Kind> = wishes.video ? [.camera, .microphone] : [.microphone]
            var found = find(kinds, wishes.devices, in: connected)
            if wishes.video, found.capture.camera == nil {
                found.notices.append(.mediaMissingCamera)
            }
            return PreparedMedia(
                source: .devices(found.capture), hasPictures: found.capture.camera != nil, output: output,
                notices: found.notices)
        }
    }

    /// The chosen camera if it is present, else the front one. Audio follows the system's routing.
    static func find(
        _ kinds: Set<MediaDevice.Kind>, _ wishes: DeviceWishes, in connected: ConnectedDevices
    ) -> FoundDevices {
        var found = FoundDevices()
        if kinds.contains(.camera), !connected.of(.camera).isEmpty {
            let camera = wishes.camera?.found(as: .camera, in: connected)
            found.capture.camera = camera.map { .id($0.id) } ?? .systemDefault
            if let wish = wishes.camera, camera == nil {
                found.notices.append(.mediaNotConnected(name: wish.name))
            }
        }
        if kinds.contains(.microphone) { found.capture.microphone = .systemDefault }
        if kinds.contains(.loudspeaker) { found.loudspeaker = .systemDefault }
        return found
    }
}
