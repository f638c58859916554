import SwiftUI

extension Binding where Value: Sendable {
    /// Whether there is a value; dismissing what it presents removes it.
    func isPresent<Wrapped: Sendable>() -> Binding<Bool> where Value == Wrapped? {
        Binding<Bool>(
            get: { @MainActor @Sendable in wrappedValue != nil },
            set: { @MainActor @Sendable isPresent in if !isPresent { wrappedValue = nil } })
    }
}
