public import UniformTypeIdentifiers

@MainActor
public protocol UIDocumentPickerDelegate: NSObjectProtocol {
    func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])
    func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}

/// Lets the person choose a file, or a place for one. It closes by itself.
@MainActor
public final class UIDocumentPickerViewController: UIViewController {
    public weak var delegate: (any UIDocumentPickerDelegate)?
    private let exported: [URL]

    public init(forOpeningContentTypes contentTypes: [UTType], asCopy: Bool) {
        exported = []
        super.init()
    }

    public init(forExporting urls: [URL], asCopy: Bool) {
        exported = urls
        super.init()
    }

    // MARK: - Tests

    /// The files to be saved.
    @_spi(Phone)
    public var files: [URL] { exported }

    @_spi(Phone)
    public func pick(_ urls: [URL]) {
        dismiss(animated: true)
        delegate?.documentPicker(self, didPickDocumentsAt: urls)
    }

    @_spi(Phone)
    public func cancel() {
        dismiss(animated: true)
        delegate?.documentPickerWasCancelled(self)
    }
}
