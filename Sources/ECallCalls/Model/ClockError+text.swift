import ECallCore
import ECallLanguage

extension ClockError {
    var text: Text {
        switch (unit, isFast) {
        case (.minutes, true): .noticesClockOffFastMinutes(count: amount)
        case (.minutes, false): .noticesClockOffSlowMinutes(count: amount)
        case (.hours, true): .noticesClockOffFastHours(count: amount)
        case (.hours, false): .noticesClockOffSlowHours(count: amount)
        case (.days, true): .noticesClockOffFastDays(count: amount)
        case (.days, false): .noticesClockOffSlowDays(count: amount)
        }
    }
}
