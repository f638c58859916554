public import ECallAPI
import ECallCore
import ECallLanguage
import SwiftUI

/// Moments as a person sees them now, at their place.
struct Moments {
    let now: Timestamp
    let locale: Locale
    let timeZone: TimeZone

    /// Such as `Yesterday, 10:20`.
    func words(_ moment: Timestamp) -> Words { .historyMoment(date: words(day(moment)), time: time(moment)) }

    func time(_ moment: Timestamp) -> String { DateFormatters.timeShort(moment, locale: locale, timeZone: timeZone) }

    func date(_ moment: Timestamp) -> String { DateFormatters.dateShort(moment, locale: locale, timeZone: timeZone) }

    func words(_ day: DateFormatters.Day) -> Words {
        switch day {
        case .today: .historyToday
        case .yesterday: .historyYesterday
        case .weekday(let name): .verbatim(name)
        case .date(let date): .verbatim(date)
        }
    }

    private func day(_ moment: Timestamp) -> DateFormatters.Day {
        DateFormatters.day(of: moment, now: now, locale: locale, timeZone: timeZone)
    }
}

/// The server's time of day: moments that others named are seen from there.
public typealias Now = @MainActor () -> Timestamp

/// Content that depends on the current moment: read again whenever a screen is.
struct WithMoments<Content: View>: View {
    @Environment(\.locale) private var locale
    @Environment(\.timeZone) private var timeZone
    private let now: Now
    private let content: (Moments) -> Content

    init(_ now: @escaping Now, @ViewBuilder content: @escaping (Moments) -> Content) {
        (self.now, self.content) = (now, content)
    }

    var body: some View { content(Moments(now: now(), locale: locale, timeZone: timeZone)) }
}
