@_spi(Phone) import AVFoundation
import ECallFlows
import Foundation
@_spi(Phone) import PhotosUI
@_spi(Phone) import SwiftUI
import Synchronization
import Testing
@_spi(Phone) import UIKit

@testable import AppSystem

@Suite("Scanner of the phone", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct PhoneScannerTests {
    private let screen = Screen()
    private let scanner: PhoneScanner

    init() {
        AVCaptureDevice.phone.withLock { phone in
            phone = AVCaptureDevice.Phone()
            phone.statuses = [.video: .authorized]
        }
        scanner = PhoneScanner(settings: PhoneSettings(), windows: screen.windows)
    }

    private var session: AVCaptureSession? { AVCaptureSession.newest.withLock { $0 } }

    private static func code(_ text: String?) -> AVMetadataObject { AVMetadataMachineReadableCodeObject(text) }

    @Test(
        "the permission is the system's",
        arguments: [
            (AVAuthorizationStatus.notDetermined, ScanFlow.Permission.notAsked), (.authorized, .granted),
            (.denied, .denied), (.restricted, .restricted),
        ])
    func permission(_ status: AVAuthorizationStatus, _ expected: ScanFlow.Permission) async {
        AVCaptureDevice.phone.withLock { ($0.statuses[.video], $0.answer) = (status, .denied) }
        #expect(await scanner.permission() == expected)
        #expect(await scanner.askPermission() == (status == .notDetermined ? .denied : expected))
    }

    @Test("a running camera reports the texts of codes, and nothing else")
    func sees() async throws {
        var sights = scanner.sights.makeAsyncIterator()
        #expect(await scanner.startCamera() == .success(true))
        let session = try #require(session)
        session.see([AVMetadataObject(), Self.code(nil)])
        session.see([Self.code("a"), AVMetadataObject(), Self.code("b")])
        #expect(await sights.next() == .codes(["a", "b"]))
        session.interrupt()
        #expect(await sights.next() == .lost)
    }

    @Test("a stopped camera reports nothing, and can start again")
    func stops() async throws {
        var sights = scanner.sights.makeAsyncIterator()
        #expect(await scanner.startCamera() == .success(true))
        await scanner.stopCamera()
        let session = try #require(session)
        #expect(!session.isRunning)
        session.see([Self.code("late")])
        #expect(await scanner.startCamera() == .success(true))
        session.see([Self.code("new")])
        #expect(await sights.next() == .codes(["new"]))
    }

    @Test("a second screen reads the camera once the first was left")
    func readsAnew() async throws {
        let first = Task { [sights = scanner.sights] in for await _ in sights {} }
        first.cancel()
        await first.value
        var second = scanner.sights.makeAsyncIterator()
        #expect(await scanner.startCamera() == .success(true))
        try #require(session).see([Self.code("a")])
        #expect(await second.next() == .codes(["a"]))
    }

    @Test("a missing, busy or forbidden camera does not start")
    func failures() async {
        AVCaptureDevice.phone.withLock { $0.camera = nil }
        #expect(await scanner.startCamera() == .failure(.noCamera))
        AVCaptureDevice.phone.withLock { ($0.camera, $0.isBusy) = (AVCaptureDevice(hasTorch: false), true) }
        #expect(await scanner.startCamera() == .failure(.notStarted))
        AVCaptureDevice.phone.withLock { ($0.isBusy, $0.statuses) = (false, [.video: .denied]) }
        #expect(await scanner.startCamera() == .failure(.notStarted))
        AVCaptureDevice.phone.withLock { $0.statuses = [.video: .authorized] }
        #expect(await scanner.startCamera() == .success(false))
    }

    @Test("the last call of start and stop counts")
    func order() async {
        // Tasks of one actor begin in their order.
        let started = Task { await scanner.startCamera() }
        let stopped = Task { await scanner.stopCamera() }
        _ = await (started.value, stopped.value)
        #expect(session?.isRunning == false)
    }

    @Test("the torch is on while the camera runs and the user wants it")
    func torch() async {
        #expect(await scanner.setTorch(true) == false)
        #expect(await scanner.startCamera() == .success(true))
        let device = AVCaptureDevice.phone.withLock { $0.camera }
        #expect(await scanner.setTorch(true) && device?.torchMode == .on)
        AVCaptureDevice.phone.withLock { $0.isBusy = true }
        #expect(await scanner.setTorch(false), "it stays on")
        AVCaptureDevice.phone.withLock { $0.isBusy = false }
        #expect(await scanner.setTorch(false) == false && device?.torchMode == .off)
    }

    @Test("the camera preview fills its view")
    func preview() async throws {
        let preview = scanner.preview
        let view = preview.makeUIView(context: UIViewRepresentableContext())
        preview.updateUIView(view, context: UIViewRepresentableContext())
        let layer = try #require(view.layer.sublayers?.first as? AVCaptureVideoPreviewLayer)
        #expect(layer.session === preview.session && layer.frame == view.bounds)
        #expect(await scanner.startCamera() == .success(true))
        #expect(session === preview.session)
    }

    // MARK: - Pictures

    private static let pictures: [(provider: NSItemProvider, expected: ScanFlow.Picture)] = [
        (NSItemProvider(Data("picture\na\nbytes\nb".utf8)), .codes(["a", "b"])),
        (NSItemProvider(Data("picture".utf8)), .codes([])),
        (NSItemProvider(Data("a text".utf8)), .unreadable), (NSItemProvider(nil), .unreadable),
    ]

    @Test("the codes of a chosen picture are read, and an invalid picture is reported as unreadable")
    func readsPictures() async throws {
        for (provider, expected) in Self.pictures {
            let picking = Task { await scanner.pickPicture() }
            let picker = try await screen.presented(PHPickerViewController.self)
            // A picker that is swiped away reports nothing.
            #expect(picker.isModalInPresentation)
            picker.finish([PHPickerResult(provider)])
            #expect(await picking.value == expected)
            #expect(screen.windows.frontController !== picker)
        }
    }

    @Test("a dismissed picker returns nothing, and no picker opens without a screen")
    func picksNothing() async throws {
        let picking = Task { await scanner.pickPicture() }
        try await screen.presented(PHPickerViewController.self).finish([])
        #expect(await picking.value == ScanFlow.Picture.none)
        UIApplication.shared.connectedScenes = []
        #expect(await scanner.pickPicture() == .unreadable)
    }

    @Test("the scanner opens the app's settings")
    func opensSettings() async {
        UIApplication.shared.opened = []
        await scanner.openSettings()
        #expect(UIApplication.shared.opened.map(\.absoluteString) == [UIApplication.openSettingsURLString])
    }
}
