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
