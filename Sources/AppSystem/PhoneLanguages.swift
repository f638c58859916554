import ECallFlows
import Foundation

/// The person's languages. A language chosen for this app in the system's settings comes first.
struct PhoneLanguages: SystemLanguages {
    func preferred() -> [String] { Locale.preferredLanguages }
    func hourCycle() -> Locale.HourCycle? { Locale.autoupdatingCurrent.hourCycle }
}
