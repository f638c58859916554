import Foundation

/// The place of a view while a screen is read.
@MainActor
struct Context {
    let reader: Reader
    var path = ""
    var environment = EnvironmentValues()
    var isEnabled = true
    /// The action of Return in a field.
    var submit: (@MainActor () -> Void)?
    /// The effect of pressing any button before its action: an alert is dismissed.
    var beforePress: (@MainActor () -> Void)?
    var navigation: NavigationPlace?
    var selection: Selection?

    init(reader: Reader) { self.reader = reader }

    func at(_ part: some CustomStringConvertible) -> Context {
        var inner = self
        inner.path += "/\(part)"
        return inner
    }

    func with<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> Context {
        var inner = self
        inner.environment[keyPath: keyPath] = value
        return inner
    }

    func read(_ view: some View) -> [Element] {
        if let system = view as? any SystemView { return system.read(self) }
        // The views around it contain its text.
        if view is any UIViewRepresentable { return [] }
        let inner = at("\(type(of: view))")
        inner.link(view)
        return inner.read(view.body)
    }

    /// Tells the properties of a view, or of a modifier, their place.
    func link(_ view: Any) {
        for child in Mirror(reflecting: view).children {
            if let property = child.value as? any LinkedProperty { property.link(self, child.label ?? "") }
        }
    }

    func spoken(_ view: some View) -> String { at("label").read(view).spoken }

    /// The state that was stored here before, or else this.
    func kept<Value>(_ storage: Storage<Value>) -> Storage<Value> {
        if let known = reader.states[path] as? Storage<Value> { return known }
        reader.states[path] = storage
        storage.changed = { [weak reader] in MainActor.assumeIsolated { reader?.isStale = true } }
        return storage
    }
}

/// The elements found on a screen while it is read.
@MainActor
final class Reader {
    /// A screen, or what is presented above it.
    struct Layer {
        var elements: [Element] = []
        var actions: [Element.Action] = []
    }

    var states: [String: AnyObject] = [:]
    /// Whether something has changed since all was read.
    var isStale = true
    var layers: [Layer] = []
    /// The work to do once the part at this path appears.
    var appearances: [String: @MainActor () async -> Void] = [:]
    /// The work to do once the part at this path has disappeared.
    var disappearances: [String: @MainActor () -> Void] = [:]
    var links: [@MainActor (URL) -> Void] = []
    /// The items that were passed to other apps.
    var shared: [URL] = []
    /// The work to do about changed values.
    var changes: [@MainActor () -> Void] = []

    func begin() { (layers, appearances, disappearances, links, changes) = ([], [:], [:], [], []) }

    /// Reads into a layer above all others.
    func present(_ read: () -> [Element], _ actions: [Element.Action] = []) {
        let index = layers.count
        layers.append(Layer(actions: actions))
        layers[index].elements = read()
    }

    /// Another screen is pushed over all that was read so far.
    func cover() {
        layers[layers.count - 1].actions = []
        (appearances, disappearances, links) = ([:], [:], [])
    }

    /// A view that is no longer presented or pushed has lost its state.
    func forget(_ path: String) { states = states.filter { !$0.key.hasPrefix(path + "/") } }

    /// No gesture leaves what is presented: only what is on it.
    func keepPresented() { layers[layers.count - 1].actions.removeAll { $0.gesture == .dismiss } }

    func add(_ action: Element.Action) { layers[layers.count - 1].actions.append(action) }
}
