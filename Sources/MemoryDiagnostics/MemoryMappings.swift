#if os(Linux)
    import Glibc

    extension MemorySearch {
        /// A stretch of the address space.
        struct Mapping {
            let range: Range<UInt>
            let name: String
        }

        /// The readable and writable mappings of this process (proc_pid_maps(5)).
        static func writableMappings() throws(Failure) -> [Mapping] {
            guard let file = fopen("/proc/self/maps", "re") else { throw .mapsUnreadable }
            defer { fclose(file) }
            var line: UnsafeMutablePointer<CChar>?
            var capacity = 0
            defer { free(line) }
            var mappings: [Mapping] = []
            while getline(&line, &capacity, file) > 0 {
                guard let line, let mapping = parse(String(cString: line)) else { continue }
                mappings.append(mapping)
            }
            guard !mappings.isEmpty else { throw .mapsUnreadable }
            return mappings
        }

        /// One line: `start-end permissions offset device inode name`; nil unless readable and writable.
        static func parse(_ line: String) -> Mapping? {
            let fields = line.split(maxSplits: 5, whereSeparator: \.isWhitespace)
            guard fields.count >= 5, fields[1].hasPrefix("rw") else { return nil }
            let bounds = fields[0].split(separator: "-")
            guard bounds.count == 2, let start = UInt(bounds[0], radix: 16), let end = UInt(bounds[1], radix: 16),
                start < end
            else { return nil }
            let name = fields.count == 6 ? String(fields[5].drop(while: \.isWhitespace).prefix { !$0.isNewline }) : ""
            return Mapping(range: start..<end, name: name)
        }
    }

    extension Range<UInt> {
        /// The parts of a range that are outside another.
        func excluding(_ other: Self) -> [Self] {
            guard overlaps(other) else { return [self] }
            var parts: [Self] = []
            if lowerBound < other.lowerBound { parts.append(lowerBound..<other.lowerBound) }
            if other.upperBound < upperBound { parts.append(other.upperBound..<upperBound) }
            return parts
        }
    }
#endif
