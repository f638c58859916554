/// The Debian packages that elements are in.
enum DebianPackage {
    private static let base: Set<String> = [
        "appsrc", "appsink", "audioconvert", "audioresample", "audiotestsrc", "decodebin", "opusdec", "opusenc",
        "oggmux", "videoconvert", "videorate", "videoscale", "videotestsrc", "volume",
    ]
    private static let good: Set<String> = [
        "autoaudiosink", "mp4mux", "pulsesink", "pulsesrc", "rtph264depay", "rtph264pay", "rtpopusdepay",
        "rtpopuspay", "rtpbin", "v4l2src", "webmmux", "ximagesrc",
    ]
    private static let bad: Set<String> = [
        "dtlssrtpdec", "dtlssrtpenc", "h264parse", "openh264dec", "openh264enc", "opusparse", "srtpdec", "srtpenc",
        "waylandsink", "webrtcbin", "webrtcdsp", "webrtcechoprobe",
    ]

    static func name(of element: String) -> String {
        switch element {
        case "nicesrc", "nicesink": "gstreamer1.0-nice"
        case "xvimagesink", "ximagesink": "gstreamer1.0-x"
        case "x264enc": "gstreamer1.0-plugins-ugly"
        case "avdec_h264": "gstreamer1.0-libav"
        case _ where base.contains(element): "gstreamer1.0-plugins-base"
        case _ where good.contains(element): "gstreamer1.0-plugins-good"
        case _ where bad.contains(element): "gstreamer1.0-plugins-bad"
        default: "libgstreamer1.0-0"
        }
    }
}
