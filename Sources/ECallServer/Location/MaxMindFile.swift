import CMaxMindDB
import Foundation
import ServerFoundation

/// A file in MaxMind's format (GeoLite2-City and the like), read by libmaxminddb. No lookup leaves the machine.
// The handle is opened in `init`, closed in `deinit`, and only read in between, from a read-only mapping of the file.
final class MaxMindFile: LocationLookup, @unchecked Sendable {
    private let handle: UnsafeMutablePointer<MMDB_s>

    /// The longest text used from the file, in bytes.
    private static let longestName = 64

    /// - Throws: `StartFailure.locationsUnusable`.
    init(path: String) throws(StartFailure) {
        let opened = UnsafeMutablePointer<MMDB_s>.allocate(capacity: 1)
        opened.initialize(to: MMDB_s())
        // `MMDB_open` closes a handle that it fails to open; only a handle set here is closed again.
        guard MMDB_open(path, UInt32(MMDB_MODE_MMAP), opened) == MMDB_SUCCESS else {
            opened.deallocate()
            throw .locationsUnusable(path)
        }
        handle = opened
    }

    deinit {
        MMDB_close(handle)
        handle.deallocate()
    }

    func location(of address: String) -> String {
        // Checked first, because the library would parse "1" as an address.
        guard let address = IPAddress(address) else { return "" }
        var (resolution, status): (Int32, Int32) = (0, 0)
        var found = MMDB_lookup_string(handle, address.description, &resolution, &status)
        guard resolution == 0, status == MMDB_SUCCESS, found.found_entry else { return "" }
        let names = [["city", "names", "en"], ["country", "names", "en"]].compactMap { text(at: $0, in: &found.entry) }
        return names.joined(separator: ", ")
    }

    /// The string at a path of the entry; nil if there is none.
    private func text(at path: [String], in entry: inout MMDB_entry_s) -> String? {
        let words = path.map { strdup($0) }
        defer { for word in words { free(word) } }
        var data = MMDB_entry_data_s()
        var keys: [UnsafePointer<CChar>?] = words.map { UnsafePointer($0) } + [nil]
        guard MMDB_aget_value(&entry, &data, &keys) == MMDB_SUCCESS, data.has_data,
            data.type == UInt32(MMDB_DATA_TYPE_UTF8_STRING), data.data_size > 0, let start = data.utf8_string
        else { return nil }
        let bytes = UnsafeRawBufferPointer(start: start, count: min(Int(data.data_size), Self.longestName))
        // The file is third-party data: line breaks and broken characters are removed.
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline && $0 != "\u{FFFD}" }
        return text.isEmpty ? nil : text
    }
}
