// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioWebSocket: Target.Dependency = .product(name: "NIOWebSocket", package: "swift-nio")
let nioTLS: Target.Dependency = .product(name: "NIOTLS", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let asyncHTTPClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let nioHTTP2: Target.Dependency = .product(name: "NIOHTTP2", package: "swift-nio-http2")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let serviceLifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let jwtKit: Target.Dependency = .product(name: "JWTKit", package: "jwt-kit")
let hummingbirdCore: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS: Target.Dependency = .product(name: "HummingbirdTLS", package: "hummingbird")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")

var targets: [Target] = []

// MARK: - shared: no I/O, used by both sides

targets += [
    .target(name: "ECallAPI"),
    // The texts of all clients, from one catalogue, and the plural rules of languages.
    .target(name: "ECallLanguage", exclude: ["Localizable.xcstrings", "plural-rules.json"]),
    .target(name: "STOMP"),
    .target(name: "Janus"),
    // Messages of STUN and TURN.
    .target(name: "STUN", dependencies: [crypto]),
    .target(name: "FrameCrypto"),
    .systemLibrary(name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    // AES-GCM with a context that is kept, for frames on Linux.
    .target(name: "Libcrypto", dependencies: ["CLibcrypto"]),
    .target(
        name: "ECallSecurity",
        dependencies: [
            "ECallAPI", "FrameCrypto", .target(name: "Libcrypto", condition: .when(platforms: [.linux])), crypto,
            cryptoExtras,
        ]),
    // Who is handed which key in a call: events and times in, what is to be done out.
    .target(name: "KeyDistribution", dependencies: ["ECallSecurity", "ECallAPI"]),
]

// MARK: - processes, of server and tools

targets += [
    .target(name: "CSpawn"),
    .target(name: "Processes", dependencies: ["CSpawn"]),
]

// MARK: - client

targets += [
    // What Linux reports of addresses and routes is read by macros, which Swift does not see.
    .target(name: "CNetlink"),
    .target(
        name: "ECallCore",
        dependencies: [
            "ECallAPI", "ECallLanguage", "STOMP", "Janus",
            .target(name: "CNetlink", condition: .when(platforms: [.linux])), log, nioCore, nioPosix, nioHTTP1,
            nioWebSocket, nioSSL, nioTLS, asyncHTTPClient, crypto, cryptoExtras,
        ]),
    .target(name: "ECallAuthentication", dependencies: ["ECallCore", "ECallAPI", "ECallLanguage", "ECallSecurity"]),
    .target(name: "ECallContacts", dependencies: ["ECallCore", "ECallAPI", "ECallLanguage"]),
    // The own account: profile, devices, history, what the server stores of it.
    .target(
        name: "ECallAccount", dependencies: ["ECallAuthentication", "ECallCore", "ECallAPI", "ECallLanguage"]),
    // What each screen of an app shows and does: values in, values out; effects over the services.
    .target(
        name: "ECallFlows",
        dependencies: [
            "ECallAccount", "ECallAuthentication", "ECallContacts", "ECallCalls", "ECallCore", "ECallAPI",
            "ECallLanguage", "ECallMedia", "ECallSecurity", "KeyDistribution", crypto,
        ]),
    .target(
        name: "ECallCalls",
        dependencies: [
            "ECallCore", "ECallAPI", "ECallLanguage", "Janus", "ECallMedia", "ECallSecurity", "KeyDistribution",
            "FrameCrypto", log,
        ]),
    // What a network lets through to the TURN server, and how much.
    .target(name: "NetworkCheck", dependencies: ["ECallAPI", "ECallLanguage", "STUN", nioCore, nioPosix, nioSSL]),
    .target(
        name: "ECallKit",
        dependencies: [
            "ECallCore", "ECallAPI", "ECallAccount", "ECallAuthentication", "ECallContacts", "ECallCalls", "ECallFlows",
            "ECallLanguage", "ECallMedia", "ECallSecurity", "KeyDistribution", "NetworkCheck",
            .target(name: "ECallGStreamer", condition: .when(platforms: [.linux])), log, crypto,
        ]),
]

// MARK: - media

targets += [
    .target(name: "ECallMedia", dependencies: ["ECallLanguage", "FrameCrypto"]),
    // WebRTC's interfaces by which frames are sealed inside an unmodified libwebrtc.
    .target(name: "CFrameSeam"),
    .systemLibrary(
        name: "CGStreamerHeaders", pkgConfig: "gstreamer-webrtc-1.0",
        providers: [
            .apt([
                "libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev", "libgstreamer-plugins-bad1.0-dev",
                "libnice-dev",
            ])
        ]),
    // Its XOpenDisplay stands before Xlib's: a program exports what a library that it is linked with defines too.
    .target(name: "CGStreamer", dependencies: ["CGStreamerHeaders"], linkerSettings: [.linkedLibrary("X11")]),
    // The test picture and tone of the command line and the demonstration; no app links it.
    .target(name: "TestPattern", dependencies: ["ECallMedia"]),
    .target(
        name: "ECallGStreamer",
        dependencies: ["ECallLanguage", "ECallMedia", "FrameCrypto", "CGStreamer", "CGStreamerHeaders", log]),
]

// MARK: - app: what an iPhone shows

// Apple's frameworks: `device` takes them of an SDK, `stubs` takes stand-ins, for tests. Not by platform: xtool builds for iOS on Linux.
#if os(macOS)
    let apple = "device"
#else
    let apple = Context.environment["ECALL_APPLE"] ?? ""
#endif
// Compiled by Scripts/apple-stubs. In the folder of all modules they would be found by packages that ask canImport.
let standIns = "\(Context.packageDirectory)/.build/apple-stubs/current"
let appSettings: [SwiftSetting] = apple == "stubs" ? [.unsafeFlags(["-I", standIns])] : []
// One archive that names those of all stand-ins.
let appLinks: [LinkerSetting] = apple == "stubs" ? [.unsafeFlags(["-L", standIns, "-lAppleStandIns"])] : []
let ofApp: [Target.Dependency] = [
    "ECallFlows", "ECallAccount", "ECallAuthentication", "ECallContacts", "ECallCalls", "ECallCore", "ECallAPI",
    "ECallLanguage", "ECallMedia", "ECallSecurity", "KeyDistribution",
]
let ofAppTests: [Target.Dependency] = ["TestSupport", "ECallServerTestSupport", "ECallKit"] + ofApp
let webRTC: [Target.Dependency] = apple == "device" ? [.product(name: "WebRTC", package: "WebRTC")] : []
let ofEngine: [Target.Dependency] = ["ECallLanguage", "ECallMedia", "FrameCrypto", "CFrameSeam"]
if ["device", "stubs"].contains(apple) {
    targets += [
        .target(name: "AppViews", dependencies: ofApp, swiftSettings: appSettings, linkerSettings: appLinks),
        // Joins the screens and the library to the phone.
        .target(
            name: "AppSystem", dependencies: ["AppViews", "ECallKit", "ECallWebRTC", crypto] + ofApp,
            swiftSettings: appSettings, linkerSettings: appLinks),
        // The media engine on libwebrtc.
        .target(
            name: "ECallWebRTC", dependencies: ofEngine + webRTC, swiftSettings: appSettings, linkerSettings: appLinks),
    ]
}
if apple == "stubs" {
    targets += [
        .testTarget(name: "AppViewsTests", dependencies: ["AppViews"] + ofAppTests, swiftSettings: appSettings),
        .testTarget(
            name: "AppSystemTests", dependencies: ["AppSystem", "AppViews", "ECallFlowsTestSupport"] + ofAppTests,
            swiftSettings: appSettings),
        .testTarget(
            name: "ECallWebRTCTests",
            dependencies: ["ECallWebRTC", "EngineTestSupport", "CFrameSeamTestSupport", "TestSupport", "ECallSecurity"]
                + ofEngine,
            swiftSettings: appSettings),
    ]
}

// MARK: - server: imports neither ECallSecurity nor FrameCrypto, so that it cannot decrypt

targets += [
    // All calls as one value: events and times in, what is to be done out.
    .target(name: "CallEngine", dependencies: ["ECallAPI"]),
    // What every part of a server stands on: storage, HTTP, WebSocket, settings, metrics.
    .target(
        name: "ServerFoundation",
        dependencies: [
            "ECallAPI", log, nioCore, nioPosix, nioHTTP1, nioWebSocket, nioSSL, crypto, hummingbird, hummingbirdCore,
            hummingbirdTLS, httpTypes, .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"), grdb,
            .product(name: "Configuration", package: "swift-configuration"), yams,
        ]),
    // Who signs in, by the word of an issuer: discovery, tokens, codes. Knows nothing of accounts.
    .target(
        name: "OpenIDConnect",
        dependencies: [
            "ServerFoundation", "ECallAPI", log, nioCore, nioHTTP1, nioSSL, crypto, asyncHTTPClient, jwtKit,
        ]),
    // libcurl sends mail; its variadic functions need a few lines of C.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
    // Reaches people who are not connected: mail, text messages, pushes.
    .target(
        name: "Notifications",
        dependencies: [
            "ServerFoundation", "ECallAPI", "ECallLanguage", "CCurl", log, nioCore, nioHTTP1, nioSSL, crypto,
            asyncHTTPClient, jwtKit,
            serviceLifecycle,
        ]),
    // Janus and coturn: started, watched, spoken with, and let through to clients.
    .target(
        name: "MediaServers",
        dependencies: [
            "ServerFoundation", "Processes", "Janus", "ECallAPI", "CNetlink", log, nioCore, nioPosix, nioHTTP1,
            nioWebSocket, crypto, serviceLifecycle,
        ]),
    // Signals over STOMP: sessions, mailboxes for devices that are away, and who may send how much.
    .target(
        name: "SignalRouting",
        dependencies: [
            "CallEngine", "ServerFoundation", "STOMP", "ECallAPI", log, nioCore, nioWebSocket, crypto,
        ]),
    .target(
        name: "ECallServer",
        dependencies: [
            "CallEngine", "MediaServers", "Notifications", "OpenIDConnect", "ServerFoundation", "SignalRouting",
            "ECallAPI", "ECallLanguage", "Janus", "QRCode", "CMaxMindDB", log, nioCore, nioPosix, nioWebSocket, nioSSL,
            crypto, argumentParser, hummingbird, hummingbirdCore, hummingbirdTLS, httpTypes, serviceLifecycle,
            .product(name: "UnixSignals", package: "swift-service-lifecycle"), grdb, jwtKit,
        ]),
    .systemLibrary(name: "CMaxMindDB", pkgConfig: "libmaxminddb", providers: [.apt(["libmaxminddb-dev"])]),
]

// MARK: - tools

targets += [
    .executableTarget(name: "ecall-server", dependencies: ["ECallServer", argumentParser]),
    .target(
        name: "ECallCommandLine",
        dependencies: [
            "ECallKit", "ECallCore", "ECallAPI", "ECallAccount", "ECallAuthentication", "ECallContacts", "ECallCalls",
            "ECallLanguage", "ECallMedia", "ECallSecurity", "KeyDistribution", "FrameCrypto", "MemoryDiagnostics",
            "NetworkCheck", "PageVerification", "QRCode", "TestPattern",
            .target(name: "CChafa", condition: .when(platforms: [.linux])),
            .target(name: "CGIO", condition: .when(platforms: [.linux])), argumentParser, log, nioCore, nioPosix,
        ]),
    // Searches the process's own memory for keys, for tests; no app links it.
    .target(name: "MemoryDiagnostics", dependencies: ["ECallSecurity"]),
    // Which release's page a server serves.
    .target(
        name: "PageVerification", dependencies: ["CCurl", crypto], resources: [.embedInCode("releases.json")]),
    .systemLibrary(name: "CQRencode", providers: [.apt(["libqrencode-dev"])]),
    .target(name: "QRCode", dependencies: ["CQRencode"]),
    // Draws pictures as text in a terminal.
    .systemLibrary(name: "CChafaHeaders", pkgConfig: "chafa", providers: [.apt(["libchafa-dev"])]),
    .target(name: "CChafa", dependencies: ["CChafaHeaders"]),
    // Shows notifications on a desktop.
    .systemLibrary(name: "CGIOHeaders", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .target(name: "CGIO", dependencies: ["CGIOHeaders"]),
    .executableTarget(name: "ecall", dependencies: ["ECallCommandLine"]),
    .target(
        name: "ECallDemonstration",
        dependencies: [
            "ECallAPI", "ECallServer", "MediaServers", "ServerFoundation", "ECallCalls", "ECallCore", "Janus",
            "ECallMedia", "ECallGStreamer", "Processes", "ECallSecurity", "FrameCrypto", "TestPattern", crypto,
            argumentParser, log,
        ]),
    // Measures a server from outside; see docs/benchmarks.md.
    .executableTarget(
        name: "ecall-bench",
        dependencies: [
            "Processes", "ECallKit", "ECallCalls", "ECallCore", "ECallLanguage", "ECallMedia", "ECallAPI",
            "ECallAuthentication", nioCore, nioPosix, crypto, argumentParser, grdb,
        ],
        path: "Benchmarks/ecall-bench"),
    // Measures sealing and opening of frames beside plain libcrypto; see docs/benchmarks.md.
    .executableTarget(
        name: "frame-bench",
        dependencies: ["ECallSecurity", "FrameCrypto", "Libcrypto", crypto, argumentParser],
        path: "Benchmarks/frame-bench"),
    .executableTarget(name: "ecall-demo", dependencies: ["ECallDemonstration", argumentParser]),
]

// MARK: - tests

let hummingbirdTesting: Target.Dependency = .product(name: "HummingbirdTesting", package: "hummingbird")
targets += [
    .target(name: "TestSupport", dependencies: ["ECallAPI", "ECallCore"], path: "Tests/TestSupport"),
    .testTarget(name: "ECallAPITests", dependencies: ["ECallAPI"]),
    .testTarget(name: "ECallLanguageTests", dependencies: ["ECallLanguage"]),
    .testTarget(name: "STOMPTests", dependencies: ["STOMP"]),
    .testTarget(name: "JanusTests", dependencies: ["Janus"]),
    .testTarget(name: "STUNTests", dependencies: ["STUN"]),
    .testTarget(
        name: "NetworkCheckTests", dependencies: ["ECallAPI", "NetworkCheck", "STUN", "TestSupport", nioCore, nioPosix]),
    .testTarget(name: "PageVerificationTests", dependencies: ["PageVerification", crypto]),
    .testTarget(name: "QRCodeTests", dependencies: ["QRCode", "Processes"]),
    .testTarget(name: "FrameCryptoTests", dependencies: ["FrameCrypto", "ECallSecurity", "TestSupport", crypto]),
    .testTarget(
        name: "ECallSecurityTests",
        dependencies: [
            "ECallAPI", "ECallSecurity", "FrameCrypto", "MemoryDiagnostics", "TestSupport", crypto, cryptoExtras,
        ]),
    .testTarget(
        name: "KeyDistributionTests",
        dependencies: ["TestSupport", "KeyDistribution", "ECallSecurity", "ECallAPI", "FrameCrypto", crypto]),
    .target(name: "CFrameSeamTestSupport", dependencies: ["CFrameSeam"], path: "Tests/CFrameSeamTestSupport"),
    .testTarget(name: "CFrameSeamTests", dependencies: ["CFrameSeam", "CFrameSeamTestSupport"]),
    .testTarget(name: "MemoryDiagnosticsTests", dependencies: ["MemoryDiagnostics", "ECallSecurity"]),
    .testTarget(name: "TestPatternTests", dependencies: ["TestPattern", "ECallMedia", "TestSupport"]),
    .testTarget(
        name: "ECallCoreTests",
        dependencies: [
            "TestSupport", "ServerTestSupport", "ECallServerTestSupport", "ECallCore", "ECallAccount",
            "ECallAuthentication", "ECallContacts", "ECallAPI", "ECallLanguage", "ECallSecurity", "STOMP", "Janus",
            crypto, nioCore, nioPosix, nioHTTP1, nioWebSocket, nioSSL,
        ]),
    // A phone that records each breach of Apple's rules.
    .target(name: "ECallFlowsTestSupport", dependencies: ofApp, path: "Tests/ECallFlowsTestSupport"),
    .testTarget(
        name: "ECallFlowsTests",
        dependencies: ["TestSupport", "ECallServerTestSupport", "ECallFlowsTestSupport"] + ofApp),
    // What an app imports, against the real server in this process.
    .testTarget(
        name: "ECallKitTests", dependencies: ["TestSupport", "ECallServerTestSupport", "ECallKit"] + ofApp),
    .testTarget(
        name: "ECallCallsTests",
        dependencies: [
            "TestSupport", "ECallServerTestSupport", "ECallCalls", "ECallContacts", "ECallCore", "ECallAPI",
            "ECallLanguage", "Janus", "ECallMedia", "ECallFlows", "ECallSecurity", "KeyDistribution", "FrameCrypto",
            "MemoryDiagnostics",
        ]),
    // Ciphers that engines are tested with.
    .target(
        name: "EngineTestSupport", dependencies: ["ECallMedia", "FrameCrypto", "TestSupport"],
        path: "Tests/EngineTestSupport"),
    .testTarget(
        name: "ECallGStreamerTests",
        dependencies: [
            "TestSupport", "EngineTestSupport", "ECallGStreamer", "ECallCore", "ECallAPI", "ECallLanguage",
            "ECallMedia", "FrameCrypto", "Processes", "TestPattern", "CGStreamerHeaders",
        ]),
    .testTarget(name: "CallEngineTests", dependencies: ["CallEngine", "ECallAPI", "TestSupport"]),
    // What tests of several server modules share: clocks, logs, an authority, servers and sockets that a test scripts.
    .target(
        name: "ServerTestSupport",
        dependencies: [
            "ServerFoundation", "ECallAPI", "Processes", log, nioCore, nioPosix, nioHTTP1, nioHTTP2, nioSSL,
        ],
        path: "Tests/ServerTestSupport"),
    // A mail server, and a browser that receives pushes.
    .target(
        name: "NotificationsTestSupport",
        dependencies: ["Notifications", "ServerTestSupport", "ECallAPI", "Processes", crypto],
        path: "Tests/NotificationsTestSupport"),
    // Issuers of sign-in, good and bad.
    .target(
        name: "OpenIDConnectTestSupport",
        dependencies: [
            "OpenIDConnect", "ServerTestSupport", "TestSupport", "ECallAPI", log, nioCore, crypto, cryptoExtras,
            hummingbird, hummingbirdTLS, httpTypes, jwtKit,
        ],
        path: "Tests/OpenIDConnectTestSupport"),
    // Doubles of devices and sessions for signals.
    .target(
        name: "SignalRoutingTestSupport",
        dependencies: ["SignalRouting", "CallEngine", "TestSupport", "ECallAPI", nioCore, nioEmbedded],
        path: "Tests/SignalRoutingTestSupport"),
    // The whole server in the process of a test, for tests of the server and of clients.
    .target(
        name: "ECallServerTestSupport",
        dependencies: [
            "CallEngine", "ECallServer", "MediaServers", "Notifications", "OpenIDConnect", "ServerFoundation",
            "SignalRouting", "OpenIDConnectTestSupport", "ServerTestSupport", "TestSupport", "ECallCore", "ECallAPI",
            hummingbirdTesting, hummingbird, hummingbirdCore, httpTypes, nioCore, nioHTTP1, nioWebSocket, log, crypto,
            nioEmbedded, nioSSL, asyncHTTPClient,
        ],
        path: "Tests/ECallServerTestSupport"),
    .testTarget(
        name: "ServerFoundationTests",
        dependencies: ["ServerFoundation", "ECallAPI", "TestSupport", nioCore]),
    .testTarget(
        name: "NotificationsTests",
        dependencies: [
            "Notifications", "NotificationsTestSupport", "ServerFoundation", "ServerTestSupport", "TestSupport",
            "ECallAPI", "CCurl", "Processes", nioCore, nioHTTP1, crypto,
        ]),
    .testTarget(
        name: "OpenIDConnectTests",
        dependencies: [
            "OpenIDConnect", "OpenIDConnectTestSupport", "ServerFoundation", "ServerTestSupport", "TestSupport",
            "ECallAPI", crypto, jwtKit,
        ]),
    .testTarget(
        name: "MediaServersTests",
        dependencies: [
            "MediaServers", "ServerFoundation", "ServerTestSupport", "Janus", "Processes", "ECallAPI", "TestSupport",
            log, nioCore, nioPosix, nioEmbedded,
        ]),
    // Mailboxes wait in the server's database, whose migrations are ECallServer's.
    .testTarget(
        name: "SignalRoutingTests",
        dependencies: [
            "SignalRouting", "SignalRoutingTestSupport", "CallEngine", "ECallServer", "ServerFoundation",
            "ServerTestSupport", "TestSupport", "ECallAPI", log, nioCore, nioEmbedded,
        ]),
    // The server in this process, without Janus and coturn.
    .testTarget(
        name: "ECallServerTests",
        dependencies: [
            "CallEngine", "ECallServer", "MediaServers", "Notifications", "OpenIDConnect", "ServerFoundation",
            "SignalRouting", "ECallServerTestSupport", "NotificationsTestSupport", "OpenIDConnectTestSupport",
            "ServerTestSupport", "SignalRoutingTestSupport", "TestSupport", "ECallCore", "ECallAPI", "Processes",
            hummingbirdTesting, hummingbird, hummingbirdCore, httpTypes, grdb, sqlite, nioCore, nioPosix, nioHTTP1,
            nioWebSocket, log, crypto, nioEmbedded, nioSSL, asyncHTTPClient, argumentParser, serviceLifecycle,
        ],
        resources: [.copy("Resources")]),
    // The server with real Janus and coturn, or as a process that is killed.
    .testTarget(
        name: "ECallServerIntegrationTests",
        dependencies: [
            "CallEngine", "ECallServer", "ECallServerTestSupport", "MediaServers", "Notifications", "ServerFoundation",
            "SignalRouting", "SignalRoutingTestSupport", "ServerTestSupport", "TestSupport", "ECallAPI", "Janus",
            "Processes",
            // Janus tells of somebody who publishes once media come.
            "ECallGStreamer", "ECallMedia", "FrameCrypto", "TestPattern",
            hummingbirdTesting,
            hummingbird,
            httpTypes,
            grdb, nioCore, nioPosix, nioSSL, log, crypto,
            serviceLifecycle,
        ]),
    .testTarget(
        name: "ECallCommandLineTests",
        dependencies: [
            "TestSupport", "ECallServerTestSupport", "ECallCommandLine", "ECallKit", "ECallCore", "ECallAPI",
            "ECallAccount", "ECallAuthentication", "ECallContacts", "ECallCalls", "ECallLanguage", "ECallMedia",
            "ECallSecurity", "KeyDistribution", "MemoryDiagnostics", "NetworkCheck", "PageVerification", "Processes",
            argumentParser, nioCore,
        ]),
    // Decoders that meet foreign bytes, with a corpus; Fuzz/run builds the same entries with libFuzzer.
    .testTarget(
        name: "FuzzTests",
        dependencies: [
            "ECallAPI", "ECallCommandLine", "ECallMedia", "ECallSecurity", "FrameCrypto", "Janus", "OpenIDConnect",
            "ServerFoundation", "STOMP", "STUN", "TestSupport", crypto, nioCore, nioEmbedded, nioHTTP1, nioWebSocket,
        ],
        path: "Fuzz", exclude: ["Corpus", "Driver", "run", "make-corpus.py"],
        sources: ["Targets", "Local", "Tests"]),
    .testTarget(
        name: "IntegrationTests",
        dependencies: [
            "ECallDemonstration", "ECallAPI", "ECallCalls", "ECallCore", "ECallServer", "MediaServers",
            "KeyDistribution", "NetworkCheck", "ServerFoundation", "Processes", grdb,
        ]),
]

for target in targets where target.type != .system {
    target.swiftSettings = strict + (target.swiftSettings ?? [])
}

let package = Package(
    name: "ecall",
    // ML-KEM comes from CryptoKit on Apple's systems, which has it from 26 on.
    platforms: [.macOS(.v26), .iOS(.v26)],
    products: [
        .library(
            name: "ECallKit",
            targets: [
                "ECallKit", "ECallFlows", "ECallCalls", "ECallAccount", "ECallAuthentication", "ECallContacts",
                "ECallCore", "ECallAPI", "ECallLanguage", "ECallMedia", "ECallSecurity",
            ]),
        .library(name: "ECallServer", targets: ["ECallServer"]),
        .executable(name: "ecall", targets: ["ecall"]),
        .executable(name: "ecall-server", targets: ["ecall-server"]),
        .executable(name: "ecall-demo", targets: ["ecall-demo"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
    ],
    targets: targets,
    cxxLanguageStandard: .cxx17
)

if apple == "device" {
    package.products.append(.library(name: "ECallApp", targets: ["AppViews", "AppSystem", "ECallWebRTC"]))
    // A binary: one version, whose checksum its manifest has.
    package.dependencies.append(.package(url: "https://github.com/stasel/WebRTC", exact: "150.0.0"))
}
