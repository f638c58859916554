import Foundation

final class TransceiverState {
    let kind: RTCRtpMediaType
    var mid: String?
    let direction: RTCRtpTransceiverDirection
    let sender: SenderState
    let receiver: ReceiverState
    var codec: Description.Codec?
    var packetTime: Int?
    var sends = false
    var extensions: Set<String> = []

    init(_ kind: RTCRtpMediaType, _ direction: RTCRtpTransceiverDirection, _ connection: RTCPeerConnection) {
        (self.kind, self.direction) = (kind, direction)
        sender = SenderState(kind, connection)
        receiver = ReceiverState(kind, connection)
        sender.transceiver = self
        receiver.transceiver = self
    }

    func stop() {
        sends = false
        sender.seam = nil
        receiver.seam = nil
    }
}

/// A reference to an encryptor or decryptor, as libwebrtc's scoped_refptr.
final class SeamReference {
    let pointer: UnsafeMutableRawPointer
    let calls: SeamCalls

    init(_ pointer: UnsafeMutableRawPointer, _ calls: SeamCalls) {
        (self.pointer, self.calls) = (pointer, calls)
        calls.retain(pointer)
    }

    deinit { calls.release(pointer) }
}

final class SenderState {
    let kind: RTCRtpMediaType
    let ssrc = UInt32.random(in: 1...UInt32.max)
    weak var connection: RTCPeerConnection?
    weak var transceiver: TransceiverState?
    var track: TrackState?
    var parameters = RTCRtpParameters()
    var seam: SeamReference?
    var wantsKeyFrame = true
    private(set) var bytes = 0
    private(set) var frames = 0
    private(set) var size: (width: Int32, height: Int32)?
    private var encoder: (any RTCVideoEncoder)?
    private var hasEncoder = false

    init(_ kind: RTCRtpMediaType, _ connection: RTCPeerConnection) { (self.kind, self.connection) = (kind, connection) }

    func set(_ parameters: RTCRtpParameters) {
        let wasActive = isActive
        self.parameters = parameters
        // An encoder that resumes begins with a key frame.
        if isActive, !wasActive { wantsKeyFrame = true }
    }

    var isActive: Bool { parameters.encodings.first?.isActive ?? false }

    private var runs: Bool {
        guard let connection, let transceiver else { return false }
        return connection.connection == .connected && transceiver.sends && transceiver.codec != nil
            && (isActive || connection.network.pausesLate)
    }

    func take(_ frame: RTCVideoFrame) {
        connection?.network.now {
            guard runs, let track, let codec = transceiver?.codec?.name else { return }
            if !hasEncoder { start(codec) }
            let type: RTCFrameType = wantsKeyFrame ? .videoFrameKey : .videoFrameDelta
            wantsKeyFrame = false
            let picture = track.isEnabled ? frame : frame.black
            picture.timeStamp = frame.timeStamp
            _ = encoder?.encode(picture, codecSpecificInfo: nil, frameTypes: [NSNumber(value: type.rawValue)])
        }
    }

    private func start(_ codec: String) {
        hasEncoder = true
        let info = builtInCodecs.first { $0.name == codec }
        let made = info.flatMap { connection?.factory.encoders.createEncoder($0) }
        encoder = (made as? NativeEncoder)?.built ?? made
        encoder?.setCallback { [weak self] image, _ in
            guard let self else { return false }
            size = EncodedPicture.decode(image.buffer, codec).map { ($0.width, $0.height) }
            send(Array(image.buffer), isKey: image.frameType == .videoFrameKey, timeStamp: image.timeStamp)
            return true
        }
        _ = encoder?.startEncode(with: RTCVideoEncoderSettings(), numberOfCores: 1)
    }

    func take(_ packet: [UInt8]) {
        guard runs, let track, let connection, connection.network.audioSession.runs else { return }
        send(track.isEnabled ? packet : Array(repeating: 0, count: packet.count), isKey: true, timeStamp: 0)
    }

    private func send(_ frame: [UInt8], isKey: Bool, timeStamp: UInt32) {
        guard let connection, let transceiver, let codec = transceiver.codec, let mid = transceiver.mid else { return }
        var payload = frame
        if let seam {
            guard let sealed = seam.calls.encrypt(seam.pointer, kind == .audio ? 0 : 1, ssrc, frame) else { return }
            payload = sealed
        } else if kind == .audio, connection.requiresEncryption {
            return
        }
        frames += 1
        bytes += payload.count
        connection.network.transmit(
            SentFrame(
                isVideo: kind == .video, mid: mid, ssrc: ssrc, codec: codec.name, bytes: payload, isKey: isKey,
                timeStamp: timeStamp, number: frames), from: connection, isSealed: seam != nil)
    }
}

final class ReceiverState {
    let track: TrackState
    weak var connection: RTCPeerConnection?
    weak var transceiver: TransceiverState?
    var seam: SeamReference?
    private(set) var heard: [[UInt8]] = []
    private(set) var bytes = 0
    private(set) var received = 0
    private(set) var decoded = 0
    private(set) var size: (width: Int32, height: Int32)?
    private(set) var ssrc: UInt32?
    var energy = 0.0
    var duration = 0.0
    private var stashed: [SentFrame] = []
    private var hasDecrypted = false
    private var mayRequest = true
    private var last: Int?
    private var needsKeyFrame = true
    private var decoder: (any RTCVideoDecoder)?

    private static let mostStashed = 24

    init(_ kind: RTCRtpMediaType, _ connection: RTCPeerConnection) {
        track = TrackState(kind, "received", SourceState())
        self.connection = connection
    }

    func receive(_ frame: SentFrame) {
        guard let connection else { return }
        (received, bytes, ssrc) = (received + 1, bytes + frame.bytes.count, frame.ssrc)
        if frame.isVideo {
            guard seam != nil || connection.requiresEncryption else { return reference(frame) }
            if let opened = decrypt(frame) {
                // Frames that could not be decrypted before are tried again.
                let before = stashed
                stashed = []
                for frame in before { decrypt(frame).map(reference) }
                reference(opened)
            } else if !hasDecrypted {
                stashed.append(frame)
                if stashed.count > Self.mostStashed { stashed.removeFirst() }
            }
        } else if seam != nil {
            if let opened = decrypt(frame) { play(opened.bytes) }
        } else if !connection.requiresEncryption {
            play(frame.bytes)
        }
    }

    private func decrypt(_ frame: SentFrame) -> SentFrame? {
        guard let seam else { return nil }
        switch seam.calls.decrypt(seam.pointer, frame.isVideo ? 1 : 0, frame.bytes) {
        case .success(let bytes):
            (hasDecrypted, mayRequest) = (true, true)
            var opened = frame
            opened.bytes = bytes
            return opened
        case .failure(let status):
            mayRequest = status.isRecoverable
            return nil
        }
    }

    private func play(_ packet: [UInt8]) {
        guard track.isEnabled, connection?.network.audioSession.runs == true else { return }
        heard.append(packet)
    }

    /// A frame after a gap is not decoded before a key frame.
    private func reference(_ frame: SentFrame) {
        guard frame.isKey || last.map({ frame.number == $0 + 1 }) == true else { return }
        last = frame.number
        guard frame.isKey || !needsKeyFrame else { return }
        decode(frame)
    }

    private func decode(_ frame: SentFrame) {
        if decoder == nil { start(frame.codec) }
        let image = RTCEncodedImage()
        image.buffer = Data(frame.bytes)
        image.timeStamp = frame.timeStamp
        image.frameType = frame.isKey ? .videoFrameKey : .videoFrameDelta
        if decoder?.decode(image, missingFrames: false, codecSpecificInfo: nil, renderTimeMs: 0) == 0 {
            needsKeyFrame = false
        } else {
            needsKeyFrame = true
            request()
        }
    }

    private func start(_ codec: String) {
        let info = builtInCodecs.first { $0.name == codec }
        let made = info.flatMap { connection?.factory.decoders.createDecoder($0) }
        decoder = (made as? NativeDecoder)?.built ?? made
        _ = decoder?.startDecode(withNumberOfCores: 1)
        decoder?.setCallback { [weak self] frame in
            guard let self else { return }
            decoded += 1
            size = (frame.width, frame.height)
            guard let network = connection?.network, network.holdsPictures else { return track.show(frame) }
            network.heldPictures.append { [track] in track.show(frame) }
        }
    }

    private func request() {
        guard let connection else { return }
        connection.network.requestKeyFrame(of: transceiver?.mid, at: connection)
    }

    /// Advances the time by an interval in which nothing could be decoded.
    func pass() {
        if track.kind == .video, received > 0, mayRequest, needsKeyFrame || last != nil { request() }
    }
}

/// Called by the seam, if it is compiled without WebRTC: what its Objective-C part does otherwise.
@_cdecl("webrtc_stand_in_set_frame_encryptor")
func setFrameEncryptor(_ sender: UnsafeMutableRawPointer, _ encryptor: UnsafeMutableRawPointer) -> Bool {
    let state = Unmanaged<RTCRtpSender>.fromOpaque(sender).takeUnretainedValue().state
    guard let network = state.connection?.network, let calls = network.seam else { return false }
    if state.kind == .video, network.refusesVideoEncryptors { return false }
    if state.track?.isEnabled == true { network.noteEnabled() }
    state.seam = SeamReference(encryptor, calls)
    return true
}

@_cdecl("webrtc_stand_in_set_frame_decryptor")
func setFrameDecryptor(_ receiver: UnsafeMutableRawPointer, _ decryptor: UnsafeMutableRawPointer) -> Bool {
    let state = Unmanaged<RTCRtpReceiver>.fromOpaque(receiver).takeUnretainedValue().state
    guard let calls = state.connection?.network.seam else { return false }
    state.seam = SeamReference(decryptor, calls)
    return true
}

// MARK: - Statistics

extension RTCPeerConnection {
    var statistics: [RTCStatistics] {
        var all: [RTCStatistics] = []
        for state in states {
            let kind = NSString(string: state.kind == .audio ? "audio" : "video")
            let mid = NSString(string: state.mid ?? "")
            if state.sends { all += state.sender.statistics(kind, mid, connection == .connected) }
            if let ssrc = state.receiver.ssrc { all.append(state.receiver.statistics(kind, mid, ssrc)) }
        }
        if let peer {
            let relays = { (one: RTCPeerConnection) in one.configuration.iceTransportPolicy == .relay }
            all += [
                RTCStatistics("T", "transport", ["selectedCandidatePairId": NSString("P")]),
                RTCStatistics(
                    "P", "candidate-pair",
                    [
                        "localCandidateId": NSString("L"), "remoteCandidateId": NSString("R"),
                        "currentRoundTripTime": NSNumber(value: 0.025),
                    ]),
                RTCStatistics(
                    "L", "local-candidate", ["candidateType": NSString(string: relays(self) ? "relay" : "host")]),
                RTCStatistics(
                    "R", "remote-candidate", ["candidateType": NSString(string: relays(peer) ? "relay" : "host")]),
            ]
        }
        return all
    }
}

extension SenderState {
    fileprivate func statistics(_ kind: NSString, _ mid: NSString, _ isConnected: Bool) -> [RTCStatistics] {
        var values: [String: NSObject] = ["kind": kind, "mid": mid, "bytesSent": NSNumber(value: bytes)]
        if let size {
            values["frameWidth"] = NSNumber(value: size.width)
            values["frameHeight"] = NSNumber(value: size.height)
        }
        let own = RTCStatistics("O\(ssrc)", "outbound-rtp", values)
        if self.kind == .audio, let level = connection?.network.level {
            let source: [String: NSObject] = ["kind": kind, "audioLevel": NSNumber(value: level)]
            return [own, RTCStatistics("S\(ssrc)", "media-source", source)] + reports(kind, isConnected)
        }
        return [own] + reports(kind, isConnected)
    }

    private func reports(_ kind: NSString, _ isConnected: Bool) -> [RTCStatistics] {
        guard isConnected, frames > 0 else { return [] }
        let reported: [String: NSObject] = [
            "kind": kind, "localId": NSString(string: "O\(ssrc)"), "fractionLost": NSNumber(value: 0.125),
            "jitter": NSNumber(value: 0.004), "roundTripTime": NSNumber(value: 0.03),
        ]
        return [RTCStatistics("A\(ssrc)", "remote-inbound-rtp", reported)]
    }
}

extension ReceiverState {
    fileprivate func statistics(_ kind: NSString, _ mid: NSString, _ ssrc: UInt32) -> RTCStatistics {
        var values: [String: NSObject] = [
            "kind": kind, "mid": mid, "packetsReceived": NSNumber(value: received), "packetsLost": NSNumber(value: 3),
            "jitter": NSNumber(value: 0.002), "bytesReceived": NSNumber(value: bytes),
            "jitterBufferDelay": NSNumber(value: 4.0), "jitterBufferEmittedCount": NSNumber(value: 50),
            "totalAudioEnergy": NSNumber(value: energy), "totalSamplesDuration": NSNumber(value: duration),
        ]
        if let size {
            values["frameWidth"] = NSNumber(value: size.width)
            values["frameHeight"] = NSNumber(value: size.height)
        }
        return RTCStatistics("I\(ssrc)", "inbound-rtp", values)
    }
}
