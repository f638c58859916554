import Foundation
import Testing

@testable import ECallCalls

@Suite("Media that do not come")
struct MediaWaitTests {
    private struct Vectors: Decodable {
        struct Row: Decodable {
            let milliseconds: Int
            let hasOthers: Bool
            let hasMedia: Bool
            let isSending: Bool
            let isProtected: Bool
            let wait: MediaWait
        }
        let rows: [Row]
    }

    @Test("late media have the cause that the vectors state")
    func vectors() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/media-wait.json")
        let rows = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file.standardizedFileURL)).rows
        #expect(rows.count == 14)
        for row in rows {
            let wait = MediaWait(
                afterMilliseconds: row.milliseconds, hasOthers: row.hasOthers, hasMedia: row.hasMedia,
                isSending: row.isSending, isProtected: row.isProtected)
            #expect(wait == row.wait, "\(row)")
        }
    }

    @Test("the user is told once that media is late, and when it arrives; the first seconds are not reported")
    func tellsOnce() {
        var watch = MissingMediaWatch()
        func look(_ seconds: UInt64, hasOthers: Bool = true, hasMedia: Bool = false, isSending: Bool = false)
            -> MediaWait?
        {
            watch.look(
                now: seconds * 1_000_000_000, hasOthers: hasOthers, hasMedia: hasMedia, isSending: isSending,
                isProtected: true)
        }
        #expect(look(100, hasOthers: false) == nil, "it rings")
        #expect(look(130) == nil && look(139) == nil)
        #expect(look(140) == .ownNetwork && look(141) == nil)
        #expect(look(150, isSending: true) == .others)
        #expect(look(151, hasMedia: true, isSending: true) == MediaWait.none)
        #expect(look(160, hasMedia: true) == nil)
    }

    @Test("the wait starts again for someone who joins after everyone has left")
    func beginsAnew() {
        var watch = MissingMediaWatch()
        func look(_ seconds: UInt64, hasOthers: Bool) -> MediaWait? {
            watch.look(
                now: seconds * 1_000_000_000, hasOthers: hasOthers, hasMedia: false, isSending: false, isProtected: true
            )
        }
        _ = look(0, hasOthers: true)
        #expect(look(5, hasOthers: false) == nil)
        #expect(look(6, hasOthers: true) == nil && look(15, hasOthers: true) == nil)
        #expect(look(16, hasOthers: true) == .ownNetwork)
    }
}
