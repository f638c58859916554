import AppViews
import Foundation
import UIKit
import UniformTypeIdentifiers

/// Files that the person chooses, or puts somewhere. Copies that pass through the app's container may hold keys, and are deleted.
@MainActor
struct PhoneFiles {
    /// The most bytes of a file: files are keys, certificates and exports.
    static let largest = 16 * 1024 * 1024

    let windows: PhoneWindows

    func choose() async -> ChosenFile {
        let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.data], asCopy: true)
        switch await show(picker) {
        case .picked(let url):
            defer { try? FileManager.default.removeItem(at: url) }
            return Self.read(url).map { .file($0) } ?? .failed
        case .cancelled: return .cancelled
        case .failed: return .failed
        }
    }

    func save(_ file: Data) async -> SavedFile {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent(Self.name(of: file))
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try file.write(to: url)
        } catch {
            return .failed
        }
        return switch await show(UIDocumentPickerViewController(forExporting: [url], asCopy: true)) {
        case .picked: .saved
        case .cancelled: .cancelled
        case .failed: .failed
        }
    }

    /// The name that the person is offered.
    static func name(of file: Data) -> String {
        switch file.first {
        case UInt8(ascii: "{"): "ecall.json"
        case UInt8(ascii: "-"): "ecall.pem"
        default: "ecall.txt"
        }
    }

    private func show(_ picker: UIDocumentPickerViewController) async -> DocumentChoice.Outcome {
        guard let controller = windows.frontController else { return .failed }
        let choice = DocumentChoice()
        picker.delegate = choice
        let outcome = await choice.sheet.answer { controller.present(picker, animated: true, completion: nil) }
        // The picker does not hold its delegate.
        withExtendedLifetime(choice) {}
        return outcome
    }

    private static func read(_ url: URL) -> Data? {
        guard let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize, size <= largest else { return nil }
        return try? Data(contentsOf: url)
    }
}

/// The outcome of a document picker, which dismisses itself.
private final class DocumentChoice: NSObject, UIDocumentPickerDelegate {
    enum Outcome: Sendable {
        case picked(URL)
        case cancelled
        case failed
    }

    let sheet = Sheet<Outcome>()

    func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
        sheet.end(urls.first.map { .picked($0) } ?? .failed)
    }

    func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) { sheet.end(.cancelled) }
}
