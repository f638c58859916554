/// The reports with news of the sent streams. Pure.
///
/// A stream that has ended, such as retransmissions or the video of a camera that is off, gets no further report: its last one
/// stays to be read, and says nothing of the network as it is now.
struct ReportNews: Sendable {
    private var last: [Int: StreamReport] = [:]

    /// Takes the current reports; returns those that the other end has sent since the last time, for streams that have a media
    /// line.
    mutating func take(_ reports: [StreamReport]) -> [StreamReport] {
        let reported = reports.filter { $0.kind == .reported && $0.line >= 0 }
        let new = reported.filter { last[$0.line] != $0 }
        for report in reported { last[report.line] = report }
        return new
    }
}
