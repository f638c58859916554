/// The unit by which the person's own systemd has a profile wait for calls (systemd.unit, systemd.service). Pure.
struct ServiceUnit: Sendable, Equatable {
    /// The first line of a file that may be overwritten and removed.
    static let mark = "# Written by: ecall agent install\n"

    /// The absolute path of `ecall`.
    var program: String
    var profile: String
    /// The absolute path of the directory that holds the profiles.
    var home: String
    var secret = Settings.SecretSource.none

    /// The name contains the profile's, which has only characters that are valid in names of units.
    var name: String { "ecall-\(profile).service" }

    /// Whether systemd starts it: of a program's path it takes no quotes, backslashes and control characters, however they are
    /// written.
    static func canStart(_ program: String) -> Bool {
        program.hasPrefix("/")
            && program.unicodeScalars.allSatisfy { scalar in
                scalar.value >= 0x20 && scalar.value != 0x7F && !["\"", "'", "\\"].contains(scalar)
            }
    }

    /// Writable are the profile, sockets and shared memory of the session, and GStreamer's registry. Devices, the display's socket in /tmp,
    /// and memory that is both writable and executable remain available: cameras, sound, windows and codecs need them.
    var text: String {
        Self.mark + """
            # The next install writes it anew. What is to stay goes beside it: systemctl --user edit \(name)
            [Unit]
            Description=ecall waits for calls (profile \(profile))
            After=graphical-session.target
            PartOf=graphical-session.target
            StartLimitIntervalSec=0

            [Service]
            ExecStart=\(command)
            StandardOutput=null
            Restart=on-failure
            RestartSec=10
            RestartPreventExitStatus=\(Self.lasting.map(String.init).joined(separator: " "))
            SuccessExitStatus=\(CommandStatus.interrupted.rawValue)
            UMask=0077
            LimitCORE=0
            NoNewPrivileges=yes
            LockPersonality=yes
            RestrictSUIDSGID=yes
            RestrictNamespaces=yes
            RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
            SystemCallArchitectures=native
            ProtectSystem=strict
            ReadWritePaths=\(Self.quoted("\(home)/\(profile)")) %t -%C/gstreamer-1.0

            [Install]
            WantedBy=graphical-session.target

            """
    }

    /// Failures that a restart doesn't fix.
    private static let lasting = [CommandStatus.usage, .notSignedIn, .locked].map(\.rawValue)

    /// Names of callers are printed: they are not for the journal, so its output leads nowhere.
    private var command: String {
        var words = ["listen", "--foreground", "--profile", profile, "--home", home]
        switch secret {
        case .none, .passphrase: break
        case .keyFile(let path): words += ["--key-file", path]
        case .passphraseFile(let path): words += ["--passphrase-file", path]
        }
        // In the program's path systemd replaces no variables.
        return ([Self.quoted(program)] + words.map { Self.quoted($0, isArgument: true) }).joined(separator: " ")
    }

    /// One word, as it is (systemd.syntax, "Quoting"; systemd.unit, "Specifiers").
    ///
    /// - Parameter isArgument: of a command, where variables are replaced (systemd.service, "Command lines").
    static func quoted(_ text: String, isArgument: Bool = false) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%%"
            case "$" where isArgument: result += "$$"
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\x" + (digits.count < 2 ? "0" : "") + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
