import ECallAPI
import ECallSecurity

@testable import KeyDistribution

extension Flow {
    /// Flow 45: receivers say what reaches them.
    static let reports: [Flow] = [
        Flow(number: 45, name: "reports") { flow in
            let scene = flow.scene
            let (ana, bo) = (scene.address("ana"), scene.address("bo"))
            flow.begin(["ana", "bo", "cem"])
            func report(_ bitrate: UInt32, freezes: UInt16 = 0) -> ReceptionReport {
                ReceptionReport(
                    video: .init(loss: 65_535, jitter: 12), audio: .init(loss: 1, jitter: 65_535), bitrate: bitrate,
                    freezes: freezes, layer: 2)
            }
            func heard() -> [UInt32] { scene.device("bo").reports.map(\.report.bitrate) }

            scene.handle("ana", .receiving([bo: report(800), ana: report(1)]))
            scene.run(for: 100)
            flow.expect(scene.device("bo").reports.map(\.report) == [report(800)], "bo is told, and of himself alone")
            flow.expect(scene.device("cem").reports.isEmpty, "cem is told nothing")
            // At most every two seconds, then the newest alone.
            for bitrate in [700, 600, 500] as [UInt32] { scene.handle("ana", .receiving([bo: report(bitrate)])) }
            scene.run(for: 1_800)
            flow.expect(heard() == [800], "not before two seconds are over")
            scene.run(for: 200)
            flow.expect(heard() == [800, 500], "the newest")
            // A lost report is sent again, although nothing changes.
            flow.loseNext(.report, from: "ana", to: "bo")
            scene.handle("ana", .receiving([bo: report(400, freezes: 65_535)]))
            scene.run(for: 9_000)
            flow.expect(heard() == [800, 500], "lost")
            scene.run(for: 4_000)
            flow.expect(heard() == [800, 500, 400], "sent again")
            // A report uses up no key number: the next key is accepted nevertheless, and a duplicate counts once.
            let texts = flow.sent(.report, by: "ana")
            for text in texts + ["0.", "7", "99.AAAA", (texts.first ?? "") + "A"] {
                scene.forge(.report, from: ana, to: "bo", text)
            }
            for text in texts { scene.forge(.report, from: scene.address("cem"), to: "bo", text) }
            scene.run(for: 100)
            flow.expect(heard() == [800, 500, 400], "nothing twice, nothing of another")
            flow.expect(Set(texts.map(\.utf8.count)).count == 1, "every report is as long as another")
            scene.handle("ana", .receiving([:]))
            scene.run(for: 30_000)
            flow.expect(heard() == [800, 500, 400], "who is not shown any more is told nothing")
            scene.leave("cem")
            scene.handle("ana", .receiving([bo: report(300)]))
            scene.run(for: 3_000)
            flow.expect(scene.allHear(["ana", "bo"]) && heard().last == 300, "keys and reports go on")
        }
    ]
}
