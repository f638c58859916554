import Foundation

/// Used only under the lock of its network.
struct Handed<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

/// Calls an encryptor or decryptor as libwebrtc's machine code does: by the slots of its interface. Given by tests, since Swift code cannot
/// make such calls.
@_spi(StandIn) public struct SeamCalls: Sendable {
    public var retain: @Sendable (UnsafeMutableRawPointer) -> Void
    public var release: @Sendable (UnsafeMutableRawPointer) -> Void
    /// Seals the frame of a medium and SSRC; nil if it cannot.
    public var encrypt: @Sendable (UnsafeMutableRawPointer, Int32, UInt32, [UInt8]) -> [UInt8]?
    /// Opens a sealed frame of a medium: the frame, or the status.
    public var decrypt: @Sendable (UnsafeMutableRawPointer, Int32, [UInt8]) -> Result<[UInt8], Undecrypted>

    public struct Undecrypted: Error {
        public let isRecoverable: Bool
        public init(isRecoverable: Bool) { self.isRecoverable = isRecoverable }
    }

    public init(
        retain: @escaping @Sendable (UnsafeMutableRawPointer) -> Void,
        release: @escaping @Sendable (UnsafeMutableRawPointer) -> Void,
        encrypt: @escaping @Sendable (UnsafeMutableRawPointer, Int32, UInt32, [UInt8]) -> [UInt8]?,
        decrypt: @escaping @Sendable (UnsafeMutableRawPointer, Int32, [UInt8]) -> Result<[UInt8], Undecrypted>
    ) {
        (self.retain, self.release, self.encrypt, self.decrypt) = (retain, release, encrypt, decrypt)
    }
}

/// A frame in transit, as a media server sees it.
@_spi(StandIn) public struct SentFrame: Sendable {
    public let isVideo: Bool
    public let mid: String
    public let ssrc: UInt32
    public let codec: String
    public var bytes: [UInt8]
    public var isKey: Bool
    public let timeStamp: UInt32
    /// Number among the frames of the sender.
    public let number: Int
}

/// Everything that connections of one test share: the line between them, cameras, microphone, the audio session.
@_spi(StandIn) public final class Network: @unchecked Sendable {
    @TaskLocal public static var current = Network()

    private let lock = NSRecursiveLock()
    private let queue = DispatchQueue(label: "signaling")
    /// Those that are not closed, whether or not anyone still refers to them.
    private(set) var connections: [RTCPeerConnection] = []
    var capturers: [RTCCameraVideoCapturer] = []

    /// Nil where senders and receivers lack the methods by which they take one.
    public var seam: SeamCalls?
    /// Senders of video take no encryptor; those of sound do.
    public var refusesVideoEncryptors = false
    public var cameras: [AVCaptureDevice] = []
    public var camerasFail = false
    public var refusesConnections = false
    public var handshakeFails = false
    /// Whether no path is found.
    public var isBlocked = false
    /// A paused encoding still sends: libwebrtc pauses it on another thread.
    public var pausesLate = false
    /// Changes what passes, or holds it back.
    public var onWire: @Sendable (SentFrame) -> SentFrame? = { $0 }
    public private(set) var sent: [SentFrame] = []
    /// How many frames were sent without an encryptor: libwebrtc logs it.
    public private(set) var unsealed = 0
    /// How often a receiver asked for a key frame.
    public private(set) var keyFrameRequests = 0
    /// Whether decoded pictures wait, as behind a jitter buffer.
    public var holdsPictures = false
    var heldPictures: [() -> Void] = []
    /// How often a sender got its encryptor when its track was enabled already.
    public private(set) var enabledTooEarly = 0
    /// The loudness at the microphone, 0 to 1.
    public var level = 0.25
    public let audioSession = RTCAudioSession()

    public init() {}

    func later(_ body: @escaping () -> Void) {
        let body = Handed(body)
        queue.async { self.now(body.value) }
    }

    func now(_ body: () -> Void) { lock.withLock(body) }

    func add(_ connection: RTCPeerConnection) { now { connections.append(connection) } }
    func remove(_ connection: RTCPeerConnection) { now { connections.removeAll { $0 === connection } } }

    /// Connects those that have exchanged descriptions and have a path.
    func connect() {
        guard !isBlocked else { return }
        for one in connections where one.peer == nil && one.isReady {
            let other = connections.first {
                $0 !== one && $0.isReady && $0.ufrag == one.remote?.ufrag && one.ufrag == $0.remote?.ufrag
            }
            guard let other else { continue }
            (one.peer, other.peer) = (other, one)
            for end in [one, other] {
                end.change(.connecting)
                later { end.change(.connected) }
            }
        }
    }

    func transmit(_ frame: SentFrame, from sender: RTCPeerConnection, isSealed: Bool) {
        if !isSealed { unsealed += 1 }
        sent.append(frame)
        guard let passed = onWire(frame), let peer = sender.peer else { return }
        peer.states.first { $0.mid == passed.mid }?.receiver.receive(passed)
    }

    func noteEnabled() { enabledTooEarly += 1 }

    func requestKeyFrame(of mid: String?, at receiver: RTCPeerConnection) {
        keyFrameRequests += 1
        receiver.peer?.states.first { $0.mid == mid }?.sender.wantsKeyFrame = true
    }

    // MARK: - Done by tests

    /// Waits until the started work is done.
    public func settle() async {
        for _ in 0..<4 {
            await withCheckedContinuation { done in queue.async { done.resume() } }
        }
    }

    public func see(_ content: [UInt8], timeStamp: Int32 = 0) {
        now { for capturer in capturers { capturer.see(content, timeStamp: timeStamp) } }
    }

    /// A packet from the microphone.
    public func hear(_ packet: [UInt8]) {
        now {
            for connection in connections {
                for state in connection.states where state.kind == .audio { state.sender.take(packet) }
            }
        }
    }

    /// Passes the time for which libwebrtc waits for a frame that can be decoded.
    public func pass() {
        now { for connection in connections { for state in connection.states { state.receiver.pass() } } }
    }

    /// The path is gone.
    public func drop(fails: Bool) {
        now {
            for connection in connections where connection.peer != nil {
                connection.change(fails ? .failed : .disconnected)
            }
        }
    }

    public func showHeldPictures() {
        now {
            holdsPictures = false
            for show in heldPictures { show() }
            heldPictures = []
        }
    }

    public var camerasInUse: [(device: AVCaptureDevice, width: Int32, height: Int32, fps: Int)] {
        lock.withLock { capturers.compactMap(\.capture) }
    }

    /// How many pictures the decoders of all receivers have made.
    public var decoded: Int { lock.withLock { receivers.reduce(0) { $0 + $1.decoded } } }
    /// The sound that was heard on all received tracks, with the volume.
    public var heard: [[UInt8]] { lock.withLock { receivers.flatMap(\.heard) } }
    public var volumes: [Double] {
        lock.withLock { receivers.filter { $0.track.kind == .audio }.map(\.track.source.volume) }
    }
    public var audible: [Bool] { lock.withLock { receivers.filter { $0.track.kind == .audio }.map(\.track.isEnabled) } }
    /// The parameters of the codec that each sender uses, and how much one packet of sound carries.
    public var negotiated: [(codec: String, parameters: String, packetTime: Int?, extensions: Set<String>)] {
        lock.withLock {
            connections.flatMap(\.states).filter(\.sends).compactMap { state in
                state.codec.map { ($0.name, $0.parameters, state.packetTime, state.extensions) }
            }
        }
    }
    /// The bitrate limit of each sender of video, and its degradation preference.
    public var limits: [(bitrate: Int?, degradation: Int?)] {
        lock.withLock {
            connections.flatMap(\.states).filter { $0.kind == .video && $0.sender.track != nil }.map {
                (
                    $0.sender.parameters.encodings.first?.maxBitrateBps?.intValue,
                    $0.sender.parameters.degradationPreference?.intValue
                )
            }
        }
    }
    /// Plays one second of sound at every receiver, at a level of 0 to 1.
    public func play(level: Double) {
        now {
            for receiver in receivers where receiver.track.kind == .audio {
                receiver.energy += level * level
                receiver.duration += 1
            }
        }
    }
    /// The senders that have paused their encodings.
    public var paused: [Bool] {
        lock.withLock { connections.flatMap(\.states).filter { $0.sender.track != nil }.map { !$0.sender.isActive } }
    }
    public var openConnections: Int { lock.withLock { connections.count } }
    public var servers: [[String]] {
        lock.withLock { connections.map { $0.configuration.iceServers.flatMap(\.urlStrings) } }
    }

    private var receivers: [ReceiverState] { connections.flatMap { $0.states.map(\.receiver) } }
}

extension RTCPeerConnection {
    fileprivate var isReady: Bool {
        signaling == .stable && local != nil && remote != nil && !remoteCandidates.isEmpty && connection != .failed
    }
}
