public import Foundation
import Observation

/// A walk over a screen like VoiceOver's: reads the elements, and acts on them. State of views is kept between readings; bodies
/// are evaluated again each time.
@MainActor @_spi(Walk)
public final class Walk {
    private let reader = Reader()
    private let root: any View
    private var running: [String: Task<Void, Never>] = [:]
    private var leaving: [String: @MainActor () -> Void] = [:]

    public init(_ view: some View) {
        root = view
        read()
    }

    isolated deinit { for task in running.values { task.cancel() } }

    /// The elements of a view, in reading order, without a walk.
    public static func of(_ view: some View) -> [Element] { Walk(view).elements }

    /// The current elements; with something presented, its elements alone.
    public var elements: [Element] {
        read()
        return reader.layers.last?.elements ?? []
    }

    /// The actions on the screen as a whole.
    public var screenActions: [Element.Action] {
        read()
        return reader.layers.last?.actions ?? []
    }

    /// How many screens, sheets and alerts lie above each other.
    public var depth: Int {
        read()
        return reader.layers.count
    }

    /// The items that were passed to other apps.
    public var shared: [URL] { reader.shared }

    /// Acts as a person does who touches the element. Nil if there is no such action, or it is dimmed.
    @discardableResult
    public func perform(_ gesture: Element.Gesture, on label: String, _ text: String = "") async -> Bool {
        guard let element = elements.first(where: { $0.label == label && $0.can(gesture) }), element.isEnabled,
            let action = element.actions.first(where: { $0.gesture == gesture })
        else { return false }
        await perform(action, text)
        return true
    }

    public func perform(_ action: Element.Action, _ text: String = "") async {
        await action.perform(text)
        read()
    }

    /// The system hands a link to the app.
    public func open(_ link: URL) {
        read()
        for open in reader.links { open(link) }
        read()
    }

    /// Returns once the tasks of views that appeared are done, and those of views that appeared because of them.
    public func settled() async {
        while true {
            let begun = Set(running.keys)
            for task in running.values { await task.value }
            read()
            if Set(running.keys).isSubset(of: begun) { return }
        }
    }

    /// Reads again if something has changed as far as SwiftUI would know: state of views, and observed objects.
    private func read() {
        guard reader.isStale else { return }
        let reader = reader
        withObservationTracking {
            readAll()
        } onChange: {
            MainActor.assumeIsolated { reader.isStale = true }
        }
        reader.isStale = false
        begin()
    }

    private func readAll() {
        // A change causes further changes: a screen that never settles would hang in SwiftUI too.
        for _ in 0..<10 {
            reader.begin()
            let (context, root) = (Context(reader: reader), root)
            reader.present { context.read(root) }
            guard !reader.changes.isEmpty else { return }
            for change in reader.changes { change() }
        }
        fatalError("this screen changes without end")
    }

    /// Starts the tasks of views that have appeared, and cancels those of views that are gone.
    private func begin() {
        for (path, leave) in leaving where reader.disappearances[path] == nil { leave() }
        leaving = reader.disappearances
        for (path, task) in running where reader.appearances[path] == nil {
            task.cancel()
            running[path] = nil
        }
        for (path, appear) in reader.appearances where running[path] == nil {
            running[path] = Task { await appear() }
        }
    }
}

extension Element {
    func can(_ gesture: Gesture) -> Bool { actions.contains { $0.gesture == gesture } }
}
