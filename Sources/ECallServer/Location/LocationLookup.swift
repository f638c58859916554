/// Maps an address to a coarse location for the list of devices.
protocol LocationLookup: Sendable {
    /// "City, Country", "Country", or "" if it is unknown.
    func location(of address: String) -> String
}

/// The lookup of a server without a location file.
struct NoLocations: LocationLookup {
    func location(of address: String) -> String { "" }
}
