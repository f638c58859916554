import ECallSecurity
import Testing

@testable import MemoryDiagnostics

#if os(Linux)
    /// One after the other: a search reads all memory.
    @Suite("Memory search", .serialized, .timeLimit(.minutes(1)))
    struct MemorySearchTests {
        private static func drawKey() throws -> SenderKey {
            var bytes = (0..<SenderKey.length).map { _ in UInt8.random(in: .min ... .max) }
            let secret = SecretBytes(taking: &bytes)
            return try #require(secret.withUnsafeBytes { SenderKey(copying: $0) })
        }

        @Test("a copy that was left behind is found")
        func leftover() throws {
            let key = try Self.drawKey()
            let pattern = MemorySearch.Pattern(.sender(key))
            let once = try MemorySearch().count(pattern).hits
            let copy = key.withUnsafeBytes { [UInt8]($0) }
            let twice = try MemorySearch().count(pattern).hits
            withExtendedLifetime((key, copy)) {}
            #expect(once >= 1)
            #expect(twice == once + 1)
        }

        @Test("the search does not find itself")
        func absent() throws {
            var pattern: MemorySearch.Pattern?
            do {
                pattern = MemorySearch.Pattern(.sender(try Self.drawKey()))
            }
            #expect(try MemorySearch().count(try #require(pattern)).hits == 0)
        }

        @Test(
            "the lines of the kernel's map are parsed",
            arguments: [
                ("7f0000-7f1000 rw-p 00000000 00:00 0 \n", 0x7f0000, 0x7f1000, ""),
                ("55d0-55f0 rw-p 00000000 00:00 0                          [heap]\n", 0x55d0, 0x55f0, "[heap]"),
                ("10-20 rwxs 00000000 08:01 42 /a file\n", 0x10, 0x20, "/a file"),
            ])
        func maps(line: String, start: UInt, end: UInt, name: String) throws {
            let mapping = try #require(MemorySearch.parse(line))
            #expect(mapping.range == start..<end)
            #expect(mapping.name == name)
        }

        @Test(
            "other lines are ignored",
            arguments: ["", "10-20", "10-20 r--p 0 0 0", "20-10 rw-p 0 0 0", "x-y rw-p 0 0 0"])
        func otherMaps(line: String) {
            #expect(MemorySearch.parse(line) == nil)
        }
    }
#endif
