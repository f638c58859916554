import ECallLanguage
import SwiftUI

/// The country whose calling code is added to numbers without one.
struct CountryPicker: View {
    @Environment(\.locale) private var locale
    /// Several countries share a code, which is all that a flow keeps.
    @State private var chosen: Country?
    /// Sorted by name once for a language.
    @State private var countries: [Country] = []
    let callingCode: Binding<String?>

    var body: some View {
        Picker(selection: country) {
            Phrase(.signInCountryNone).tag(nil as Country?)
            ForEach(countries) { country in
                Phrase(.signInCountryChoice(name: country.name(locale), code: country.callingCode))
                    .tag(country as Country?)
            }
        } label: {
            Phrase(.signInCountry)
        }
        .frame(minHeight: Metrics.target)
        .task(id: locale) { countries = Country.sorted(locale) }
    }

    private var country: Binding<Country?> {
        let (callingCode, chosen) = (callingCode, $chosen)
        return Binding(
            get: { @MainActor @Sendable in
                let code = callingCode.wrappedValue
                if let known = chosen.wrappedValue, known.callingCode == code { return known }
                return Country.all.first { $0.callingCode == code }
            },
            set: { @MainActor @Sendable country in
                chosen.wrappedValue = country
                callingCode.wrappedValue = country?.callingCode
            })
    }
}
