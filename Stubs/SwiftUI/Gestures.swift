public import Foundation

/// Gestures of fingers: VoiceOver has actions of its own.
@MainActor @preconcurrency
public protocol Gesture<Value> {
    associatedtype Value
}

public struct DragGesture: Gesture {
    public struct Value: Equatable, Sendable {
        public var translation: CGSize
    }

    public nonisolated init(minimumDistance: CGFloat = 10) {}

    public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> { self }
}

extension View {
    public func gesture<T: Gesture>(_ gesture: T) -> some View { self }
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View { self }
}
