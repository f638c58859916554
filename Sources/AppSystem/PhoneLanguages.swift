import ECallFlows
import Foundation

/// The person's languages. One that is chosen for this app in the system's settings comes first among them.
struct PhoneLanguages: SystemLanguages {
    func preferred() -> [String] { Locale.preferredLanguages }
}
