#if os(Linux)
    package import ECallSecurity
    import Glibc

    /// Searches the process's own writable memory for 16 bytes, to show whether a key was wiped.
    ///
    /// The bytes looked for are given and kept only as two halves whose XOR they are, and compared without being put
    /// together, so the search does not find itself. Its read buffer lies in a mapping of its own, which is left out and
    /// overwritten. It reads by a system call that a process may use on itself when it is "not dumpable".
    package struct MemorySearch: Sendable {
        /// 16 bytes in masked form.
        package struct Pattern: Sendable {
            let masked: [UInt8]
            let mask: [UInt8]

            /// Bytes 16 to 31 of a secret of a call.
            package init(_ secret: CallSecret) {
                self = secret.withUnsafeBytes { Pattern(masking: UnsafeRawBufferPointer(rebasing: $0[16..<32])) }
            }

            /// Masks the first 16 bytes; nil when there are fewer.
            package init?(_ bytes: SecretBytes) {
                guard bytes.count >= Self.length else { return nil }
                self = bytes.withUnsafeBytes { Pattern(masking: UnsafeRawBufferPointer(rebasing: $0[..<Self.length])) }
            }

            init(masking bytes: UnsafeRawBufferPointer) {
                let mask = (0..<Self.length).map { _ in UInt8.random(in: 1 ... .max) }
                var masked = mask
                // Byte by byte from the key's own buffer: no copy of it is made.
                for index in 0..<Self.length { masked[index] ^= bytes[index] }
                self.mask = mask
                self.masked = masked
            }

            /// Whether these are the bytes of a secret.
            package func isOf(_ secret: CallSecret) -> Bool {
                secret.withUnsafeBytes { bytes in
                    (0..<Self.length).allSatisfy { bytes[16 + $0] ^ mask[$0] == masked[$0] }
                }
            }

            static let length = 16
        }

        /// Why memory could not be read.
        package enum Failure: Error, Sendable, Equatable {
            case mapsUnreadable
            case outOfMemory
        }

        package struct Result: Sendable, Equatable {
            /// How often the bytes were found.
            package let hits: Int
            /// The mappings in which they were found, as the kernel names them; `[heap]`, `[stack]`, "" for anonymous ones.
            package let places: [String]
            /// Bytes of writable memory that were read.
            package let bytesSearched: Int
        }

        private static let chunk = 1 << 20

        package init() {}

        /// Searches all writable mappings once. Other threads continue meanwhile.
        package func count(_ pattern: Pattern) throws(Failure) -> Result {
            let overlap = Pattern.length - 1
            let size = Self.chunk + overlap
            guard let buffer = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                buffer != MAP_FAILED
            else { throw .outOfMemory }
            defer {
                explicit_bzero(buffer, size)
                munmap(buffer, size)
            }
            let own = UInt(bitPattern: buffer)..<UInt(bitPattern: buffer) + UInt(size)
            var places: [String] = []
            var searched = 0
            for mapping in try Self.writableMappings() {
                // The kernel may have joined the buffer with its neighbours: what lies around it is still searched.
                for part in mapping.range.excluding(own) {
                    var address = part.lowerBound
                    while address < part.upperBound {
                        let wanted = Int(min(UInt(size), part.upperBound - address))
                        let read = Self.readOwnMemory(at: address, count: wanted, into: buffer)
                        guard read > 0 else {
                            address += 4096
                            continue
                        }
                        let hits = Self.hits(pattern, in: UnsafeRawBufferPointer(start: buffer, count: read))
                        places.append(contentsOf: repeatElement(mapping.name, count: hits))
                        searched += read
                        // The last bytes are read again, for a pattern that lies across two chunks.
                        address += UInt(read == wanted && wanted == size ? read - overlap : read)
                    }
                }
            }
            return Result(hits: places.count, places: places, bytesSearched: searched)
        }

        private typealias ReadMemory =
            @convention(c) (
                pid_t, UnsafePointer<iovec>, CUnsignedLong, UnsafePointer<iovec>, CUnsignedLong, CUnsignedLong
            ) -> Int

        /// process_vm_readv(2) on the process itself, which needs no permission; answers the bytes read, or -1. The C
        /// library's Swift module leaves it out, so it is found by name.
        private static func readOwnMemory(
            at address: UInt, count: Int, into buffer: UnsafeMutableRawPointer
        ) -> Int {
            guard let symbol = dlsym(nil, "process_vm_readv") else { return -1 }
            var local = iovec(iov_base: buffer, iov_len: count)
            var remote = iovec(iov_base: UnsafeMutableRawPointer(bitPattern: address), iov_len: count)
            return unsafeBitCast(symbol, to: ReadMemory.self)(getpid(), &local, 1, &remote, 1, 0)
        }

        private static func hits(_ pattern: Pattern, in bytes: UnsafeRawBufferPointer) -> Int {
            guard bytes.count >= Pattern.length, let base = bytes.baseAddress else { return 0 }
            // One byte of the pattern, and none that fills unused memory, finds the places to compare at.
            let anchor = (0..<Pattern.length).first { pattern.masked[$0] != pattern.mask[$0] } ?? 0
            let value = CInt(pattern.masked[anchor] ^ pattern.mask[anchor])
            let end = bytes.count - Pattern.length + anchor
            var hits = 0
            var position = anchor
            while position <= end, let found = memchr(base + position, value, end - position + 1) {
                let offset = UnsafeRawPointer(found) - base
                let start = offset - anchor
                if (0..<Pattern.length).allSatisfy({ bytes[start + $0] ^ pattern.mask[$0] == pattern.masked[$0] }) {
                    hits += 1
                }
                position = offset + 1
            }
            return hits
        }
    }
#endif
