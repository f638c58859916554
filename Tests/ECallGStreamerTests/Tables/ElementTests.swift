import ECallMedia
import EngineTestSupport
import FrameCrypto
import Testing

@testable import ECallGStreamer

@Suite("Elements and their packages", .timeLimit(.minutes(1)))
struct ElementTests {
    @Test(
        "A missing element is named with its Debian package",
        arguments: [
            ("x264enc", "gstreamer1.0-plugins-ugly"), ("avdec_h264", "gstreamer1.0-libav"),
            ("nicesrc", "gstreamer1.0-nice"), ("webrtcbin", "gstreamer1.0-plugins-bad"),
            ("rtph264pay", "gstreamer1.0-plugins-good"), ("opusenc", "gstreamer1.0-plugins-base"),
            ("queue", "libgstreamer1.0-0"),
        ])
    func packages(element: String, package: String) {
        #expect(DebianPackage.name(of: element) == package)
    }

    @Test("The first missing element is reported")
    func missing() {
        #expect(throws: MediaError.missingElement("ecallnosuchelement", package: "libgstreamer1.0-0")) {
            try Library.require(["queue", "ecallnosuchelement"])
        }
    }

    @Test(
        "A description that cannot be parsed is an error",
        arguments: ["nosuchelement", "queue ! ! queue", "queue nosuch=1", ""])
    func badDescription(text: String) {
        #expect(throws: MediaError.self) { _ = try Pipeline(text) { _ in } }
    }

    @Test(
        "Candidate types have the names of RFC 8839",
        arguments: [
            ("relayed", "relay"), ("relay", "relay"), ("host", "host"), ("server-reflexive", "srflx"),
            ("peer-reflexive", "prflx"),
        ])
    func candidateTypes(name: String, expected: String) {
        #expect(SelectedPair.standardName(name.utf8CString.map { $0 }) == expected)
    }

    @Test(
        "Picture formats are even and within limits",
        arguments: [
            ((641, 481, 30), (640, 480, 30)), ((0, -5, 0), (32, 32, 1)), ((99_999, 99_999, 999), (3_840, 2_160, 60)),
        ])
    func formats(given: (Int, Int, Int), expected: (Int, Int, Int)) throws {
        let format = PictureFormat(
            PublishedVideo(
                encryptor: TestEncryptor(.h264), width: given.0, height: given.1, framesPerSecond: given.2))
        #expect((format.width, format.height, format.framesPerSecond) == expected)
    }
}
