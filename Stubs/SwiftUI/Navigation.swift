/// Shows its root, or what was pushed last.
public struct NavigationStack<Data, Root: View>: SystemView {
    let root: Root

    public init(@ViewBuilder root: () -> Root) where Data == NavigationPath { self.root = root() }

    func read(_ context: Context) -> [Element] {
        let stack = context.at("stack").kept(Storage(NavigationPath()))
        var inner = context
        let destinations = Storage<[ObjectIdentifier: @MainActor (AnyHashable) -> any View]>([:])
        inner.navigation = NavigationPlace(path: stack, destinations: destinations)
        inner.selection = nil
        let elements = inner.read(root)
        context.reader.forget(inner.at("\(stack.value.items.count + 1)").path)
        guard let top = stack.value.items.last, let show = destinations.value[ObjectIdentifier(type(of: top.base))]
        else { return elements }
        // The screen below isn't visible, nor are its actions available.
        context.reader.cover()
        context.reader.add(Element.Action(gesture: .goBack) { _ in stack.value.items.removeLast() })
        let leave = DismissAction { stack.value.items.removeLast() }
        return inner.at("\(stack.value.items.count)").with(\.leave, leave).read(show(top))
    }
}

/// Both panes, as there is room for on a tablet.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: SystemView {
    let sidebar: Sidebar
    let detail: Detail

    public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) where Content == EmptyView {
        (self.sidebar, self.detail) = (sidebar(), detail())
    }

    func read(_ context: Context) -> [Element] {
        // A destination pushed in one column covers nothing of the other.
        let beside = context.at("detail").read(detail)
        return context.at("sidebar").read(sidebar) + beside
    }
}

public struct NavigationPath {
    var items: [AnyHashable] = []
}

/// The path that links push to.
struct NavigationPlace {
    let path: Storage<NavigationPath>
    let destinations: Storage<[ObjectIdentifier: @MainActor (AnyHashable) -> any View]>
}

public struct NavigationLink<Label: View, Destination: View>: SystemView {
    let value: AnyHashable
    let label: Label

    public init<P: Hashable>(value: P, @ViewBuilder label: () -> Label) where Destination == Never {
        (self.value, self.label) = (AnyHashable(value), label())
    }

    func read(_ context: Context) -> [Element] {
        var link = Element(.button, context.spoken(label), in: context)
        if let selection = context.selection {
            let value = value
            link.isSelected = selection.chosen == value
            link.add(.press) { selection.choose(value) }
        } else if let place = context.navigation {
            let value = value
            link.add(.press) { place.path.value.items.append(value) }
        }
        return [link]
    }
}

extension View {
    public func navigationDestination<D: Hashable, C: View>(
        for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        reading { context, read in
            context.navigation?.destinations.value[ObjectIdentifier(D.self)] = { value in
                guard let value = value.base as? D else { return EmptyView() }
                return destination(value)
            }
            return read(context)
        }
    }

    public func navigationDestination<V: View>(
        isPresented: Binding<Bool>, @ViewBuilder destination: () -> V
    ) -> some View {
        let shown = destination()
        return reading { context, read in
            let below = read(context)
            guard isPresented.wrappedValue else {
                context.reader.forget(context.at("destination").path)
                return below
            }
            let leave = DismissAction { isPresented.wrappedValue = false }
            context.reader.cover()
            context.reader.add(Element.Action(gesture: .goBack) { _ in leave() })
            return context.at("destination").with(\.leave, leave).read(shown)
        }
    }

    public func navigationTitle(_ title: Text) -> some View {
        reading { context, read in
            var header = Element(.text, title.words, in: context)
            header.isHeader = true
            return [header] + read(context)
        }
    }
}
