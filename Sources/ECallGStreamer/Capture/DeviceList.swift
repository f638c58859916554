import CGStreamer
import ECallMedia

/// Queries GStreamer's providers for connected devices: the sound server, and Video4Linux.
enum DeviceList {
    static func connected() async throws(MediaError) -> ConnectedDevices {
        try Library.start()
        return await onBlockingThread {
            let sound = soundDevices()
            return ConnectedDevices(cameras() + (sound ?? []), hasSoundServer: sound != nil)
        }
    }

    /// Nil if no sound server answers.
    private static func soundDevices() -> [MediaDevice]? {
        guard let provider = gst_device_provider_factory_get_by_name("pulsedeviceprovider") else { return nil }
        defer { gst_object_unref(provider) }
        // Only one that is started knows the defaults.
        guard gst_device_provider_start(provider) != 0 else { return nil }
        defer { gst_device_provider_stop(provider) }
        return devices(of: provider).compactMap { device in
            // The monitor of a loudspeaker.
            guard device.text("device.class") != "monitor", let id = device.id else { return nil }
            let kind: MediaDevice.Kind = device.isOf("Audio/Sink") ? .loudspeaker : .microphone
            return MediaDevice(kind: kind, id: id, name: device.name, isDefault: device.flag("is-default"))
        }
    }

    private static func cameras() -> [MediaDevice] {
        guard let provider = gst_device_provider_factory_get_by_name("v4l2deviceprovider") else { return [] }
        defer { gst_object_unref(provider) }
        return devices(of: provider).compactMap { device in
            guard device.isOf("Video/Source"), let id = device.id else { return nil }
            return MediaDevice(kind: .camera, id: id, name: device.name, isDefault: id == "/dev/video0")
        }
    }

    private static func devices(of provider: UnsafeMutablePointer<GstDeviceProvider>) -> [Reference<GstDevice>] {
        let list = gst_device_provider_get_devices(provider)
        defer { g_list_free(list) }
        var devices: [Reference<GstDevice>] = []
        var node = list
        while let current = node {
            if let data = current.pointee.data {
                devices.append(Reference(taking: data.assumingMemoryBound(to: GstDevice.self)))
            }
            node = current.pointee.next
        }
        return devices
    }
}

extension Reference where Object == GstDevice {
    fileprivate var name: String {
        guard let name = gst_device_get_display_name(pointer) else { return "" }
        defer { g_free(name) }
        return String(cString: name)
    }

    /// The device name for the element that opens it.
    fileprivate var id: String? {
        guard let made = gst_device_create_element(pointer, nil) else { return nil }
        return Element(sinking: made).text("device")
    }

    fileprivate func isOf(_ kind: String) -> Bool { gst_device_has_classes(pointer, kind) != 0 }

    fileprivate func text(_ property: String) -> String? {
        withProperties { gst_structure_get_string($0, property).map { String(cString: $0) } } ?? nil
    }

    fileprivate func flag(_ property: String) -> Bool {
        withProperties { properties in
            var isSet: gboolean = 0
            return gst_structure_get_boolean(properties, property, &isSet) != 0 && isSet != 0
        } ?? false
    }

    private func withProperties<Result>(_ read: (UnsafeMutablePointer<GstStructure>) -> Result) -> Result? {
        guard let properties = gst_device_get_properties(pointer) else { return nil }
        defer { gst_structure_free(properties) }
        return read(properties)
    }
}
