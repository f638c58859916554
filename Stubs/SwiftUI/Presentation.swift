public import Foundation

/// Dismisses what is presented.
@MainActor
public struct DismissAction {
    let leave: @MainActor () -> Void

    public func callAsFunction() { leave() }
}

private enum DismissKey: EnvironmentKey {
    static var defaultValue: DismissAction { MainActor.assumeIsolated { DismissAction {} } }
}

extension EnvironmentValues {
    public var dismiss: DismissAction { self[DismissKey.self] }
    var leave: DismissAction {
        get { self[DismissKey.self] }
        set { self[DismissKey.self] = newValue }
    }
}

extension View {
    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        reading { context, read in
            let below = read(context)
            let wasPresented = context.at("presented").kept(Storage(false))
            if wasPresented.value, !isPresented.wrappedValue { context.reader.changes.append { onDismiss?() } }
            wasPresented.value = isPresented.wrappedValue
            guard isPresented.wrappedValue else {
                context.reader.forget(context.at("sheet").path)
                return below
            }
            let leave = DismissAction { isPresented.wrappedValue = false }
            let inner = context.at("sheet").with(\.leave, leave)
            context.reader.present({ inner.read(content()) }, [Element.Action(gesture: .dismiss) { _ in leave() }])
            return below
        }
    }

    /// Apple doesn't specify whether a button's action or the dismissal of the alert happens first: here the alert goes first, so that an
    /// action which needs the value that the binding clears does nothing, and tests find it.
    public func alert<A: View, M: View>(
        _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View {
        let (actions, message) = (actions(), message())
        return reading { context, read in
            let below = read(context)
            guard isPresented.wrappedValue else { return below }
            var inner = context.at("alert")
            inner.beforePress = { isPresented.wrappedValue = false }
            let heading = Element(.text, title.words, in: context).asHeader
            context.reader.present {
                [heading] + inner.at("message").read(message) + inner.at("actions").read(actions)
            }
            return below
        }
    }
}

/// Hands something to other apps by the sheet of the system.
public struct ShareLink<Label: View>: SystemView {
    let item: URL
    let label: Label

    public init(item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
        (self.item, self.label) = (item, label())
    }

    func read(_ context: Context) -> [Element] {
        var link = Element(.button, context.spoken(label), in: context)
        let (item, reader) = (item, context.reader)
        link.add(.press) { reader.shared.append(item) }
        return [link]
    }
}

public enum VerticalEdge: Int8, Sendable { case top }

extension View {
    public func safeAreaInset<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View {
        let inset = content()
        return reading { context, read in
            context.at("inset").read(inset) + read(context)
        }
    }
}

extension View {
    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
        reading { context, read in
            if isDisabled { context.reader.keepPresented() }
            return read(context)
        }
    }
}

extension View {
    public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        let above = content()
        return reading { context, read in
            read(context) + context.at("overlay").read(above)
        }
    }
}
