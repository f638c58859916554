public import ECallCalls
public import ECallLanguage
public import Foundation
import KeyDistribution

extension DevicePast {
    /// The name of the device wherever it is shown: its claim, and since when it is known here.
    public func name(locale: Locale = .current, timeZone: TimeZone = .current) -> Text {
        let device: Text = says.map { .deviceSays(name: $0) } ?? .deviceUnnamed
        return since.map { .deviceSince(device: device, date: $0.day(locale, timeZone)) } ?? device
    }

    /// The device's trust, such as *Confirmed by you on 28 Nov*; nil if the reason why it is held says it.
    public func trustText(locale: Locale = .current, timeZone: TimeZone = .current) -> Text? {
        switch word {
        case .verified: .contactTrustVerified
        case .vouched(let since?): .trustWordVouchedSince(date: since.day(locale, timeZone))
        case .vouched(since: nil): .contactTrustVouched
        case .confirmed(let at?): .trustWordConfirmedOn(date: at.day(locale, timeZone))
        case .confirmed(at: nil): .trustWordConfirmed
        case .calls(let count, let since?) where count > 0:
            .trustWordCalls(count: count, month: since.month(locale, timeZone))
        case .calls: .trustWordEarlier
        case .first: .trustWordFirst
        case .listed: .trustWordListed
        case .held: nil
        }
    }
}

extension DevicePast.Moment {
    private func date(_ fields: Date.FormatStyle, _ locale: Locale, _ timeZone: TimeZone) -> String {
        var style = hasYear ? fields.year() : fields
        (style.locale, style.timeZone) = (locale, timeZone)
        return Date(timeIntervalSince1970: Double(milliseconds) / 1_000).formatted(style)
    }

    /// Such as `28 Nov`, with the year if that is long ago.
    fileprivate func day(_ locale: Locale, _ timeZone: TimeZone) -> String {
        date(.dateTime.day().month(.abbreviated), locale, timeZone)
    }

    /// Such as `November`, with the year if that is long ago.
    fileprivate func month(_ locale: Locale, _ timeZone: TimeZone) -> String {
        date(.dateTime.month(.wide), locale, timeZone)
    }
}

extension CallProtection.Device {
    /// The trust in it: a word, and its meaning.
    public func trustText(locale: Locale = .current, timeZone: TimeZone = .current) -> Text {
        switch trust {
        case .new: .trustNewHere(name: name)
        case .known:
            .trustWas(name: name, word: past?.trustText(locale: locale, timeZone: timeZone) ?? .trustWordEarlier)
        case .verified: .trustVerified(name: name)
        case .vouched: .trustVouched(name: name)
        case .held(.changedKey): .trustChangedKey(name: name)
        case .held(.olderIdentity): .trustOlderIdentity(name: name)
        case .held(.newDevice): .trustNewDevice(name: name)
        case .held(.uninvited): .trustUninvited(name: name)
        case .held(.revoked): .trustRevoked(name: name)
        case .held(.unverified): .trustUnverified(name: name)
        case .held(.refused): .trustRefused(name: name)
        }
    }
}
