/// A value that a view stores, or gets from the views around it.
public protocol DynamicProperty {}

/// A property that gets the place of its view before the body is evaluated.
@MainActor
protocol LinkedProperty: DynamicProperty {
    func link(_ context: Context, _ name: String)
}

/// A value that outlives the evaluation of a body.
// Unchecked: read and written on the main actor, where views are.
final class Storage<Value>: @unchecked Sendable {
    var value: Value { didSet { changed?() } }
    /// Called when the stored value changes: the last reading is out of date.
    var changed: (() -> Void)?

    init(_ value: Value) { self.value = value }
}

@propertyWrapper
public struct State<Value>: LinkedProperty {
    // Unchecked: read and written on the main actor, where views are.
    private final class Place: @unchecked Sendable {
        var storage: Storage<Value>
        init(_ storage: Storage<Value>) { self.storage = storage }
    }

    private let place: Place

    public init(wrappedValue value: Value) { place = Place(Storage(value)) }

    public var wrappedValue: Value {
        get { place.storage.value }
        nonmutating set { place.storage.value = newValue }
    }

    public var projectedValue: Binding<Value> {
        let place = place
        return Binding(read: { place.storage.value }, write: { place.storage.value = $0 })
    }

    func link(_ context: Context, _ name: String) {
        place.storage = context.at(name).kept(place.storage)
    }
}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
    private let read: () -> Value
    private let write: (Value) -> Void

    init(read: @escaping () -> Value, write: @escaping (Value) -> Void) { (self.read, self.write) = (read, write) }

    @preconcurrency
    public init(
        @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
        @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
        // Called on the main actor alone, whose closures these are.
        read = unsafeBitCast(get, to: (() -> Value).self)
        write = unsafeBitCast(set, to: ((Value) -> Void).self)
    }

    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    public var projectedValue: Binding<Value> { self }

    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        let (read, write) = (read, write)
        return Binding<Subject>(
            read: { read()[keyPath: keyPath] },
            write: { part in
                var whole = read()
                whole[keyPath: keyPath] = part
                write(whole)
            })
    }
}

// Unchecked: it is accessed only on the main actor.
extension Binding: @unchecked Sendable where Value: Sendable {}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Self.Value { get }
}

/// The values that are passed down to all views below.
// Unchecked: on the main actor alone.
public struct EnvironmentValues: @unchecked Sendable {
    private var values: [ObjectIdentifier: Any] = [:]

    public init() {}

    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

@propertyWrapper
public struct Environment<Value>: LinkedProperty {
    // Unchecked: read and written on the main actor, where views are.
    private final class Place: @unchecked Sendable {
        var values: EnvironmentValues?
    }

    private let place = Place()
    private let keyPath: KeyPath<EnvironmentValues, Value>

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

    public var wrappedValue: Value { (place.values ?? EnvironmentValues())[keyPath: keyPath] }

    func link(_ context: Context, _ name: String) { place.values = context.environment }
}

extension View {
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        reading { context, read in read(context.with(keyPath, value)) }
    }
}

@propertyWrapper
public struct FocusState<Value: Hashable>: LinkedProperty {
    private let state: State<Value>

    public init() where Value == Bool { state = State(wrappedValue: false) }

    public var wrappedValue: Value {
        get { state.wrappedValue }
        nonmutating set { state.wrappedValue = newValue }
    }

    public var projectedValue: Binding { Binding(value: state.projectedValue) }

    func link(_ context: Context, _ name: String) { state.link(context, name) }

    @propertyWrapper
    public struct Binding {
        let value: SwiftUI.Binding<Value>

        public var wrappedValue: Value {
            get { value.wrappedValue }
            nonmutating set { value.wrappedValue = newValue }
        }
    }
}

@propertyWrapper
public struct ScaledMetric<Value>: DynamicProperty {
    public let wrappedValue: Value

    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { self.wrappedValue = wrappedValue }
}
