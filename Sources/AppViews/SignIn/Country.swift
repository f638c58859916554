import ECallAPI
public import Foundation

/// Countries and territories by their calling codes (ITU-T E.164), for numbers that are dialled without one.
public struct Country: Sendable, Hashable, Identifiable {
    /// ISO 3166-1, such as `DE`.
    public let id: String
    public let callingCode: String

    public func name(_ locale: Locale) -> String { locale.localizedString(forRegionCode: id) ?? id }

    /// The code of the country that a phone is set to; nil if none is set.
    public static func callingCode(of locale: Locale) -> String? {
        locale.region.flatMap { region in all.first { $0.id == region.identifier }?.callingCode }
    }

    /// The countries in the order in which people look for them.
    static func sorted(_ locale: Locale) -> [Country] {
        all.map { ($0.name(locale), $0) }.sorted { $0.0.compare($1.0, locale: locale) == .orderedAscending }.map(\.1)
    }

    /// The first of several with the same code is the largest.
    static let all: [Country] = PhonePlan.all.flatMap { plan in
        plan.regions.map { Country(id: $0, callingCode: plan.code) }
    }
}
