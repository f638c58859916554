/// Where an address is, coarsely, for the list of devices.
protocol LocationLookup: Sendable {
    /// "City, Country", "Country", or "" when it is not known.
    func location(of address: String) -> String
}

/// A server without a file of locations.
struct NoLocations: LocationLookup {
    func location(of address: String) -> String { "" }
}
