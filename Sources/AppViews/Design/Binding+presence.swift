import SwiftUI

extension Binding where Value: Sendable {
    /// Whether there is something; what is presented by it and goes takes it away.
    func isPresent<Wrapped: Sendable>() -> Binding<Bool> where Value == Wrapped? {
        Binding<Bool>(
            get: { @MainActor @Sendable in wrappedValue != nil },
            set: { @MainActor @Sendable isPresent in if !isPresent { wrappedValue = nil } })
    }
}
