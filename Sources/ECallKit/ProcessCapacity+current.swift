import ECallCalls
import Foundation

#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    extension ProcessCapacity {
        /// The resources that this process may still use.
        static var current: ProcessCapacity { ProcessCapacity(descriptors: openFiles, threads: threads) }

        private static var openFiles: Measure? {
            guard let limit = limit(openFilesKind), let open = count("/proc/self/fd") else { return nil }
            return Measure(limit: limit, used: open)
        }

        /// The lower of the account's limit and the system's.
        private static var threads: Measure? {
            let all = ofAccount.map { [$0] } ?? []
            return (all + (ofSystem.map { [$0] } ?? [])).min { $0.limit - $0.used < $1.limit - $1.used }
        }

        private static var ofAccount: Measure? {
            // Root has no limit.
            guard geteuid() != 0, let limit = limit(processesKind) else { return nil }
            let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.filter { Int($0) != nil }
            let used = (processes ?? []).reduce(0) { sum, process in
                var about = stat()
                guard stat("/proc/\(process)", &about) == 0, about.st_uid == getuid() else { return sum }
                return sum + (count("/proc/\(process)/task") ?? 0)
            }
            return Measure(limit: limit, used: used)
        }

        private static var ofSystem: Measure? {
            // The fourth of `0.20 0.18 0.12 1/80 11206`: running and all threads.
            guard let most = text("/proc/sys/kernel/threads-max").flatMap({ Int($0) }),
                let load = text("/proc/loadavg")?.split(separator: " "), load.count > 3,
                let all = load[3].split(separator: "/").last.flatMap({ Int($0) })
            else { return nil }
            return Measure(limit: most, used: all)
        }

        /// Nil if it is unknown, or nothing limits it.
        private static func limit(_ kind: Int32) -> Int? {
            var limit = rlimit()
            guard getrlimit(kind, &limit) == 0 else { return nil }
            return limit.rlim_cur == rlim_t.max ? nil : Int(clamping: limit.rlim_cur)
        }

        private static func count(_ directory: String) -> Int? {
            (try? FileManager.default.contentsOfDirectory(atPath: directory))?.count
        }

        private static func text(_ path: String) -> String? {
            (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        // The constants of <bits/resource.h>: the names have another type with each C library, or none.
        private static let openFilesKind: Int32 = 7
        private static let processesKind: Int32 = 6
    }
#else
    extension ProcessCapacity {
        static var current: ProcessCapacity { ProcessCapacity() }
    }
#endif
