import ECallCalls
import ECallLanguage
import Foundation

/// The past of a device, as a person's locale writes it.
struct PastTimeFormatter {
    var texts: Texts
    var timeZone = TimeZone.current

    init(_ texts: Texts = TerminalLanguage.english.texts, timeZone: TimeZone = .current) {
        (self.texts, self.timeZone) = (texts, timeZone)
    }

    /// The name of a device wherever it is shown: `Says it’s Linux · since Nov 28`; nil if nothing is known of it.
    func name(_ past: DevicePast) -> Text? {
        let says = past.says.map { Text.deviceSays(name: $0) }
        guard let since = past.since else { return says }
        return .deviceSince(device: says ?? .deviceUnnamed, date: day(since))
    }

    /// How it is trusted; nil if the reason why it is held says it.
    func word(_ word: DevicePast.Word) -> Text? {
        switch word {
        case .verified: .contactTrustVerified
        case .vouched(let since?): .trustWordVouchedSince(date: day(since))
        case .vouched: .contactTrustVouched
        case .confirmed(let at?): .trustWordConfirmedOn(date: day(at))
        case .confirmed: .trustWordConfirmed
        case .calls(let count, let since?) where count > 0: .trustWordCalls(count: count, month: month(since))
        case .calls: .trustWordEarlier
        case .first: .trustWordFirst
        case .listed: .trustWordListed
        case .held: nil
        }
    }

    /// Both, if there is anything to print.
    func line(_ past: DevicePast) -> Text? {
        guard let name = name(past) else { return word(past.word) }
        return word(past.word).map { .trustWas(name: name, word: $0) } ?? name
    }

    private func day(_ moment: DevicePast.Moment) -> String {
        texts.format.day(day(of: moment), hasYear: moment.hasYear)
    }

    private func month(_ moment: DevicePast.Moment) -> String {
        texts.format.month(day(of: moment), hasYear: moment.hasYear)
    }

    private func day(of moment: DevicePast.Moment) -> LocaleFormat.Day {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return LocaleFormat.Day(year: parts.year ?? 0, month: parts.month ?? 1, day: parts.day ?? 1)
    }
}
