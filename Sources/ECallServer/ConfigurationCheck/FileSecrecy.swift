import Foundation
import Glibc
import ServerFoundation

/// Determines who can read a file with secrets besides the server, and the command that stops it. Pure.
enum FileSecrecy {
    /// The user that the server runs as.
    struct Service: Sendable, Equatable {
        let user: uid_t
        /// The user's own group, and all of its groups; nil if it is not known which user will run the server.
        var own: gid_t = 0
        let groups: Set<gid_t>?

        func mayRead(by group: gid_t) -> Bool { groups?.contains(group) ?? (group != 0) }
    }

    /// A sentence to follow the name of the file; nil if only root, the server and members of its groups can read it.
    ///
    /// - Parameter groupName: the name of a group.
    static func problem(
        _ path: String, _ file: FilePermissions, for service: Service, groupName: (gid_t) -> String = FileAccess.group
    ) -> String? {
        let (group, others) = (file.mode >> 3 & 7, file.mode & 7)
        let isOwnGroup = service.mayRead(by: file.group)
        let reason: String
        if others != 0 {
            reason = others & 2 != 0 ? "can be changed by everybody" : "can be read by everybody"
        } else if group & 2 != 0 {
            reason = "can be changed by the group \(groupName(file.group))"
        } else if group != 0, !isOwnGroup {
            reason = "can be read by the group \(groupName(file.group))"
        } else {
            return nil
        }
        // A mode of 600 would lock the server out of a file that is not its own.
        let command =
            if file.user == service.user, service.groups != nil || !isOwnGroup {
                "chmod 600 \(path)"
            } else if isOwnGroup {
                "chmod 640 \(path)"
            } else {
                "chgrp \(groupName(service.own)) \(path) && chmod 640 \(path)"
            }
        return "\(reason); where it holds secrets: \(command)"
    }
}

extension FileSecrecy.Service {
    /// The user of this process; for root, the owner of the data directory, who will run the server.
    init(of data: DataDirectory) {
        let me = geteuid()
        guard me == 0, let owner = FolderOwner.other(of: data.path) else {
            self.init(
                user: me, own: getegid(), groups: me == 0 ? nil : Self.groups(of: me, and: getegid(), isThis: true))
            return
        }
        let own = getpwuid(owner.user)?.pointee.pw_gid ?? owner.group
        self.init(user: owner.user, own: own, groups: Self.groups(of: owner.user, and: own, isThis: false))
    }

    private static func groups(of user: uid_t, and own: gid_t, isThis: Bool) -> Set<gid_t> {
        var list = [gid_t](repeating: 0, count: 1024)
        var count = Int32(list.count)
        if isThis {
            count = getgroups(count, &list)
        } else if let name = getpwuid(user)?.pointee.pw_name {
            getgrouplist(name, own, &list, &count)
        } else {
            count = 0
        }
        return Set(list.prefix(max(0, Int(count))) + [own])
    }
}

extension ConfigurationCheck {
    /// Files with secrets that others than the server can read.
    var secrecyWarnings: [String] {
        let service = FileSecrecy.Service(of: DataDirectory(existing: loaded.settings.dataDirectory))
        let secrets = Set(loaded.entries.filter(\.isSecret).map(\.key))
        let keys: Set = ["tls.key", "media.turnKey", "apns.keyFile", "apple.keyFile"]
        var files = loaded.entries.compactMap { entry -> String? in
            keys.contains(entry.key) || secrets.contains { entry.key == $0 + "File" } ? entry.value : nil
        }
        if let file = loaded.file,
            loaded.entries.contains(where: { $0.isSecret && $0.origin?.hasPrefix("\(file), line ") == true })
        {
            files.insert(file, at: 0)
        }
        var seen: Set<String> = []
        return files.filter { seen.insert($0).inserted }.compactMap { path in
            FileAccess.permissions(of: path).flatMap { FileSecrecy.problem(path, $0, for: service) }.map {
                "\(path) \($0)"
            }
        }
    }
}
