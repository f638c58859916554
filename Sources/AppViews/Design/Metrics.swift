import SwiftUI

/// Lengths of the design, in points.
enum Metrics {
    /// The least size of a touch target.
    static let target: CGFloat = 44
    static let radius: CGFloat = 12
    /// The width of a column with fields.
    static let column: CGFloat = 380
    static let small: CGFloat = 4
    static let gap: CGFloat = 8
    static let space: CGFloat = 16
    static let wide: CGFloat = 24
}

extension View {
    /// Shows changes of a value gently; at once for people who want no motion.
    func calm<Value: Equatable>(_ value: Value) -> some View { modifier(Calm(value: value)) }

    /// Makes the touch target large enough, however small the element is.
    func target() -> some View { frame(minWidth: Metrics.target, minHeight: Metrics.target) }
}

private struct Calm<Value: Equatable>: ViewModifier {
    @Environment(\.accessibilityReduceMotion) private var reducesMotion
    let value: Value

    func body(content: Content) -> some View {
        content.animation(reducesMotion ? nil : .easeOut(duration: 0.26), value: value)
    }
}
