import CGStreamer
// Imports the libraries to link.
import CGStreamerHeaders
import ECallMedia

/// Starting GStreamer, and finding out what of it is installed.
enum Library {
    private static let started = ecall_gst_init() != 0

    static func start() throws(MediaError) {
        guard started else { throw .pipeline(element: "GStreamer", message: "did not start") }
    }

    static func has(_ element: String) -> Bool {
        guard let factory = gst_element_factory_find(element) else { return false }
        gst_object_unref(UnsafeMutableRawPointer(factory))
        return true
    }

    /// Refuses with the Debian package of the first element that is missing.
    static func require(_ elements: [String]) throws(MediaError) {
        try start()
        for element in elements where !has(element) {
            throw .missingElement(element, package: DebianPackage.name(of: element))
        }
    }
}
