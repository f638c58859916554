import CGStreamer

extension UnsafeMutablePointer<GstBuffer> {
    /// A copy of the buffer's bytes.
    var bytes: [UInt8] {
        let size = Int(gst_buffer_get_size(self))
        return [UInt8](unsafeUninitializedCapacity: size) { target, count in
            count = Int(gst_buffer_extract(self, 0, target.baseAddress, gsize(size)))
        }
    }

    /// Reads the buffer's memory in place; nil when it cannot be mapped.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        var map = GstMapInfo()
        guard gst_buffer_map(self, &map, GST_MAP_READ) != 0 else { return nil }
        defer { gst_buffer_unmap(self, &map) }
        return body(UnsafeRawBufferPointer(start: map.data, count: Int(map.size)))
    }

    /// Changes the memory of a writable buffer in place; nil when it cannot be mapped.
    func withMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result? {
        var map = GstMapInfo()
        let flags = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
        guard gst_buffer_map(self, &map, flags) != 0 else { return nil }
        defer { gst_buffer_unmap(self, &map) }
        return body(UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size)))
    }
}
