public import Foundation

extension View {
    public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        reading { context, read in
            context.reader.appearances[context.at("task").path] = { await action() }
            return read(context)
        }
    }

    public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        reading { context, read in
            context.reader.appearances[context.at("task of \(value)").path] = { await action() }
            return read(context)
        }
    }

    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        reading { context, read in
            context.reader.appearances[context.at("appear").path] = { action?() }
            return read(context)
        }
    }

    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        reading { context, read in
            context.reader.links.append { action($0) }
            return read(context)
        }
    }

    public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View {
        reading { context, read in
            let seen = context.at("change").kept(Storage<V?>(nil))
            let old = seen.value
            seen.value = value
            if old.map({ $0 != value }) ?? initial { context.reader.changes.append { action(old ?? value, value) } }
            return read(context)
        }
    }
}

public struct SensoryFeedback: Equatable, Sendable {
    let name: String

    public static let success = SensoryFeedback(name: "success")
    public static let error = SensoryFeedback(name: "error")
}

extension View {
    public func sensoryFeedback<T: Equatable>(
        trigger: T, _ feedback: @escaping (_ oldValue: T, _ newValue: T) -> SensoryFeedback?
    ) -> some View {
        onChange(of: trigger) { old, new in _ = feedback(old, new) }
    }
}

extension View {
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        reading { context, read in
            context.reader.disappearances[context.at("disappear").path] = { action?() }
            return read(context)
        }
    }
}
