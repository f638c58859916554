import Crypto
import Foundation
import Testing

@testable import ECallSecurity

@Suite("Reports")
struct ReportContentTests {
    /// A row of the table that the page reads as well.
    struct Row: Decodable {
        struct Content: Decodable {
            struct Reception: Decodable {
                struct Arrival: Decodable {
                    let loss: UInt16
                    let jitter: UInt16
                }
                let video: Arrival
                let audio: Arrival
                let bitrate: UInt32
                let freezes: UInt16
                let layer: UInt8?
            }
            let reception: Reception?
            let isHandRaised: Bool
            let reaction: Reaction?
            let count: UInt8

            var value: ReportContent {
                let reception = reception.map { said in
                    ReceptionReport(
                        video: .init(loss: said.video.loss, jitter: said.video.jitter),
                        audio: .init(loss: said.audio.loss, jitter: said.audio.jitter), bitrate: said.bitrate,
                        freezes: said.freezes, layer: said.layer)
                }
                return ReportContent(
                    reception: reception,
                    gestures: Gestures(isHandRaised: isHandRaised, reaction: reaction, count: count))
            }
        }
        let name: String
        let bytes: String
        let content: Content?
        let isWritten: Bool
    }

    private let channel = ChannelKey(
        secret: SymmetricKey(data: [UInt8](repeating: 2, count: 32)),
        reports: SymmetricKey(data: [UInt8](repeating: 3, count: 32)))

    @Test("reports are written and read as the vectors say; unknown content reads as nil")
    func table() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/report-contents.json").standardizedFileURL
        let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: file))
        #expect(rows.count == 25)
        for row in rows {
            let bytes = [UInt8](hex: row.bytes)
            #expect(ReportContent(bytes: bytes) == row.content?.value, "\(row.name)")
            if row.isWritten { #expect(row.content?.value.bytes == bytes, "\(row.name)") }
        }
    }

    @Test("reports with gestures have the same media part and length as before")
    func compatible() throws {
        let reception = ReceptionReport(video: .init(loss: 1, jitter: 2), bitrate: 900, freezes: 4, layer: 1)
        let gestures = Gestures(isHandRaised: true, reaction: .celebration, count: 200)
        let plain = ReportContent(reception: reception)
        let all = ReportContent(reception: reception, gestures: gestures)
        // Everything that a client without gestures reads.
        #expect(plain.bytes.prefix(16) == all.bytes.prefix(16) && plain.bytes != all.bytes)
        let alone = ReportContent(reception: nil, gestures: gestures)
        #expect(alone.bytes.prefix(16) == ReportContent(reception: ReportContent.unsaid).bytes.prefix(16))
        let texts = [plain, all, alone].map { ReportMessage.seal($0, n: 7, under: channel).text }
        #expect(Set(texts.map(\.utf8.count)).count == 1 && Set(texts).count == 3)
        #expect(texts.compactMap { ReportMessage(text: $0)?.open(under: channel) } == [plain, all, alone])
    }

    @Test("every reaction has its own code, from 1 on without a gap")
    func codes() {
        #expect(Reaction.allCases.map(\.code) == [1, 2, 3, 4, 5, 6])
        #expect((0...UInt8.max).compactMap { Reaction(code: $0) } == Reaction.allCases)
    }
}
