/// Opens above the screen; closes when one of its items is chosen.
public struct Menu<Label: View, Content: View>: SystemView {
    let content: Content
    let label: Label

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.content, self.label) = (content(), label())
    }

    func read(_ context: Context) -> [Element] {
        let isOpen = context.at("menu").kept(Storage(false))
        var button = Element(.button, context.spoken(label), in: context)
        button.add(.press) { isOpen.value = true }
        // The text also describes the effects of opening it and of pressing.
        for item in context.at("content").read(content) where item.isEnabled {
            for action in item.actions where action.gesture == .press {
                button.actions.append(Element.Action(gesture: .choose(item.label), perform: action.perform))
            }
        }
        guard isOpen.value else { return [button] }
        var inner = context.at("content")
        inner.beforePress = { isOpen.value = false }
        context.reader.present(
            { inner.read(content) }, [Element.Action(gesture: .dismiss) { _ in isOpen.value = false }])
        return [button]
    }
}
