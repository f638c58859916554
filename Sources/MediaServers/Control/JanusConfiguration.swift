import Foundation
import ServerFoundation

/// The files that Janus is started with: the WebSocket transport on loopback, the VideoRoom plugin, and nothing else.
package struct JanusConfiguration: Sendable, Confidential {
    /// The folders in which Debian installs Janus' plugins, by architecture.
    package static let libraryFolders = [
        "/usr/lib/x86_64-linux-gnu/janus", "/usr/lib/aarch64-linux-gnu/janus", "/usr/lib/janus", "/usr/local/lib/janus",
    ]

    package let secrets: JanusSecrets
    /// The only addresses for which candidates are gathered.
    package let addresses: MediaAddresses
    /// The public address for the IPv4 one, if it differs; both are offered then.
    package let publicAddress: String?
    package let webSocketPort: Int
    package let adminPort: Int
    package let mediaPorts: ClosedRange<Int>
    package let libraries: String
    package let folder: String

    package var files: [(name: String, text: String)] {
        [("janus.jcfg", core), ("janus.transport.websockets.jcfg", webSockets), ("janus.plugin.videoroom.jcfg", rooms)]
    }

    /// Every library of a kind but one, for the `disable` lists: libraries that the package adds later stay disabled too.
    private func others(_ kind: String, than wanted: String) -> String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: libraries + "/" + kind)) ?? []
        return names.filter { $0.hasSuffix(".so") && $0 != wanted }.sorted().joined(separator: ",")
    }

    private var core: String {
        """
        general: {
            configs_folder = "\(folder)"
            plugins_folder = "\(libraries)/plugins"
            transports_folder = "\(libraries)/transports"
            events_folder = "\(libraries)/events"
            loggers_folder = "\(libraries)/loggers"
            interface = "\(addresses.first)"
            server_name = "ecall"
            token_auth = true
            token_auth_secret = "\(secrets.tokenSecret)"
            admin_secret = "\(secrets.adminSecret)"
            session_timeout = 60
            reclaim_session_timeout = 60
            hide_dependencies = true
            debug_level = 4
            debug_timestamps = true
            debug_colors = false
        }
        media: {
            ipv6 = \(addresses.version6 != nil)
            rtp_port_range = "\(mediaPorts.lowerBound)-\(mediaPorts.upperBound)"
            min_nack_queue = 500
            no_media_timer = 1
        }
        nat: {
            full_trickle = true
            ignore_mdns = true
            ice_lite = false
            ice_enforce_list = "\(addresses.all.joined(separator: ","))"\(mapping)
        }
        plugins: { disable = "\(others("plugins", than: "libjanus_videoroom.so"))" }
        transports: { disable = "\(others("transports", than: "libjanus_websockets.so"))" }
        loggers: { disable = "\(others("loggers", than: ""))" }
        events: { broadcast = false }

        """
    }

    /// Clients on the host's own network, and relays, which are on the host, continue to use its own address.
    private var mapping: String {
        guard addresses.version4 != nil else { return "" }
        return publicAddress.map { "\n    nat_1_1_mapping = \"\($0)\"\n    keep_private_host = true" } ?? ""
    }

    private var webSockets: String {
        """
        general: {
            json = "compact"
            ws = true
            ws_ip = "127.0.0.1"
            ws_port = \(webSocketPort)
            ws_acl = "127.0.0.1"
            wss = false
        }
        admin: {
            admin_ws = true
            admin_ws_ip = "127.0.0.1"
            admin_ws_port = \(adminPort)
            admin_ws_acl = "127.0.0.1"
            admin_wss = false
        }

        """
    }

    private var rooms: String {
        """
        general: {
            admin_key = "\(secrets.adminKey)"
            lock_rtp_forward = true
            events = false
            string_ids = false
        }

        """
    }

    package init(
        secrets: JanusSecrets, addresses: MediaAddresses, publicAddress: String? = nil, webSocketPort: Int,
        adminPort: Int,
        mediaPorts: ClosedRange<Int>, libraries: String, folder: String
    ) {
        self.secrets = secrets
        self.addresses = addresses
        self.publicAddress = publicAddress
        self.webSocketPort = webSocketPort
        self.adminPort = adminPort
        self.mediaPorts = mediaPorts
        self.libraries = libraries
        self.folder = folder
    }
}
