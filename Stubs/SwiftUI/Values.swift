public import Foundation

/// VoiceOver raises and lowers it; here each of its values can be chosen.
public struct Slider<Label: View, ValueLabel: View>: SystemView {
    let value: () -> Double
    let choose: (Double) -> Void
    let values: [Double]
    let label: Label
    let onEditingChanged: (Bool) -> Void

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint, ValueLabel == EmptyView {
        self.value = { Double(value.wrappedValue) }
        choose = { value.wrappedValue = V($0) }
        values = Array(stride(from: Double(bounds.lowerBound), through: Double(bounds.upperBound), by: Double(step)))
        (self.label, self.onEditingChanged) = (label(), onEditingChanged)
    }

    func read(_ context: Context) -> [Element] {
        var slider = Element(.picker, context.spoken(label), in: context)
        slider.value = "\(Int(value()))"
        let (choose, onEditingChanged) = (choose, onEditingChanged)
        for value in values where value != self.value() {
            slider.add(.choose("\(Int(value))")) {
                onEditingChanged(true)
                choose(value)
                onEditingChanged(false)
            }
        }
        return [slider]
    }
}

public struct DatePickerComponents: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let hourAndMinute = DatePickerComponents(rawValue: 1)
}

public struct DatePicker<Label: View>: SystemView {
    let selection: Binding<Date>
    let label: Label

    public init(
        selection: Binding<Date>, displayedComponents: DatePickerComponents, @ViewBuilder label: () -> Label
    ) {
        (self.selection, self.label) = (selection, label())
    }

    /// A time of the day: `07:30`, or the hour alone.
    func read(_ context: Context) -> [Element] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = context.environment.timeZone
        let parts = calendar.dateComponents([.hour, .minute], from: selection.wrappedValue)
        var picker = Element(.picker, context.spoken(label), in: context)
        picker.value = String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
        let (selection, days) = (selection, calendar)
        picker.add(.type) { text in
            let typed = text.split(separator: ":").compactMap { Int($0) }
            guard let hour = typed.first else { return }
            let day = selection.wrappedValue
            let minute = typed.count > 1 ? typed[1] : 0
            selection.wrappedValue = days.date(bySettingHour: hour, minute: minute, second: 0, of: day) ?? day
        }
        return [picker]
    }
}

extension ProgressView {
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {
        self.init(label: label)
    }
}
