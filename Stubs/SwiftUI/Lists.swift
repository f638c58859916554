public struct List<SelectionValue: Hashable, Content: View>: SystemView {
    let selection: Binding<SelectionValue?>?
    let content: Content

    public init(@ViewBuilder content: () -> Content) where SelectionValue == Never {
        (selection, self.content) = (nil, content())
    }

    public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {
        (self.selection, self.content) = (selection, content())
    }

    func read(_ context: Context) -> [Element] {
        var inner = context
        if let selection {
            inner.selection = Selection(chosen: selection.wrappedValue.map { AnyHashable($0) }) { value in
                guard let value = value.base as? SelectionValue else { return }
                selection.wrappedValue = value
            }
        }
        return inner.read(content)
    }
}

/// The selection of a list, and how links in it change it.
@MainActor
struct Selection {
    let chosen: AnyHashable?
    let choose: @MainActor (AnyHashable) -> Void
}

public struct Form<Content: View>: SystemView {
    let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    func read(_ context: Context) -> [Element] { context.read(content) }
}

public struct Section<Parent: View, Content: View, Footer: View>: SystemView {
    let content: Content
    let header: Parent
    let footer: Footer

    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
    ) {
        (self.content, self.header, self.footer) = (content(), header(), footer())
    }

    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) where Footer == EmptyView {
        self.init(content: content, header: header, footer: { EmptyView() })
    }

    public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) where Parent == EmptyView {
        self.init(content: content, header: { EmptyView() }, footer: footer)
    }

    public init(@ViewBuilder content: () -> Content) where Parent == EmptyView, Footer == EmptyView {
        self.init(content: content, header: { EmptyView() }, footer: { EmptyView() })
    }

    func read(_ context: Context) -> [Element] {
        let title = context.at("header").read(header).map { element in
            var marked = element
            marked.isHeader = element.role == .text
            return marked
        }
        return title + context.at("content").read(content) + context.at("footer").read(footer)
    }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: SystemView {
    let data: Data
    let id: KeyPath<Data.Element, ID>
    let content: (Data.Element) -> Content

    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    {
        (self.data, self.id, self.content) = (data, id, content)
    }

    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data, id: \.id, content: content)
    }

    func read(_ context: Context) -> [Element] {
        var known: Set<ID> = []
        return data.flatMap { item in
            let id = item[keyPath: id]
            precondition(known.insert(id).inserted, "two rows of a ForEach have the id \(id)")
            return context.at("\(id)").read(content(item))
        }
    }
}

public enum HorizontalEdge: Sendable { case leading, trailing }

extension View {
    public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
    ) -> some View {
        let actions = content()
        return reading { context, read in
            let behind = context.at("swipe").read(actions)
            var row = read(context)
            guard !row.isEmpty else { return row }
            // VoiceOver offers them as actions of the row.
            for button in behind where button.isEnabled {
                for action in button.actions where action.gesture == .press {
                    row[0].actions.append(Element.Action(gesture: .swipe(button.label), perform: action.perform))
                }
            }
            return row
        }
    }

    public func refreshable(@_inheritActorContext action: @escaping @Sendable () async -> Void) -> some View {
        reading { context, read in
            context.reader.add(Element.Action(gesture: .refresh) { _ in await action() })
            return read(context)
        }
    }

    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View {
        reading { context, read in
            var field = Element(.textField, prompt?.words ?? "", in: context)
            field.value = text.wrappedValue
            field.add(.type) { text.wrappedValue = $0 }
            return [field] + read(context)
        }
    }
}

public struct SearchFieldPlacement: Sendable {
    public static let automatic = SearchFieldPlacement()
}
