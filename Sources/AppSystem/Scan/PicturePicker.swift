import Foundation
import PhotosUI
import UIKit
import UniformTypeIdentifiers

/// The system's picker of pictures. It runs in a process of its own, so that the app needs no permission for the library.
@MainActor
struct PicturePicker {
    enum Outcome: Sendable, Equatable {
        case picture(Data)
        case cancelled
        case failed
    }

    let windows: PhoneWindows

    func choose() async -> Outcome {
        guard let controller = windows.frontController else { return .failed }
        var configuration = PHPickerConfiguration()
        configuration.filter = .images
        configuration.selectionLimit = 1
        let picker = PHPickerViewController(configuration: configuration)
        // A picker that is swiped away does not notify its delegate.
        picker.isModalInPresentation = true
        let choice = PictureChoice()
        picker.delegate = choice
        let outcome = await choice.sheet.answer { controller.present(picker, animated: true, completion: nil) }
        // The picker does not hold its delegate.
        withExtendedLifetime(choice) {}
        picker.dismiss(animated: true, completion: nil)
        return outcome
    }
}

private final class PictureChoice: NSObject, PHPickerViewControllerDelegate {
    let sheet = Sheet<PicturePicker.Outcome>()

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        guard let result = results.first else { return sheet.end(.cancelled) }
        let sheet = sheet
        _ = result.itemProvider.loadDataRepresentation(forTypeIdentifier: UTType.image.identifier) {
            @Sendable data, _ in sheet.end(data.map { .picture($0) } ?? .failed)
        }
    }
}
