public import UIKit

public struct PHPickerFilter: Sendable {
    public static let images = PHPickerFilter()
}

public struct PHPickerConfiguration: Sendable {
    public var selectionLimit = 1
    public var filter: PHPickerFilter?

    public init() {}
}

/// Foundation's on Apple's systems.
public final class NSItemProvider: @unchecked Sendable {
    private let data: Data?

    /// A file of a type; nil where the system cannot read it.
    @_spi(Phone)
    public init(_ data: Data?) { self.data = data }

    @discardableResult
    public func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        DispatchQueue.global().async { [data] in
            completionHandler(data, data == nil ? CocoaError(.fileReadUnknown) : nil)
        }
        return Progress(totalUnitCount: 1)
    }
}

public struct PHPickerResult {
    public let itemProvider: NSItemProvider

    @_spi(Phone)
    public init(_ itemProvider: NSItemProvider) { self.itemProvider = itemProvider }
}

@MainActor
public protocol PHPickerViewControllerDelegate: AnyObject {
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult])
}

/// Lets the person choose pictures in a separate process; the app sees only the chosen ones. Its delegate dismisses it.
@MainActor
public final class PHPickerViewController: UIViewController {
    public weak var delegate: (any PHPickerViewControllerDelegate)?
    private let configuration: PHPickerConfiguration

    public init(configuration: PHPickerConfiguration) {
        self.configuration = configuration
        super.init()
    }

    /// The person has chosen these, or none.
    @_spi(Phone)
    public func finish(_ results: [PHPickerResult]) {
        delegate?.picker(self, didFinishPicking: Array(results.prefix(configuration.selectionLimit)))
    }
}
