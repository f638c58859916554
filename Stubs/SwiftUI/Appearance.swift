public import Foundation

/// Visual styles: VoiceOver reads none of them, so nothing is kept.
public protocol ShapeStyle: Sendable {}

public struct Color: ShapeStyle, Hashable {
    public static let red = Color()
    public static let secondary = Color()
}

public struct HierarchicalShapeStyle: ShapeStyle {}

public struct Material: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
    public static var quaternary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

extension ShapeStyle where Self == Color {
    public static var red: Color { Color() }
    public static var green: Color { Color() }
}

extension ShapeStyle where Self == Material {
    public static var regularMaterial: Material { Material() }
}

public struct Font: Hashable, Sendable {
    public enum TextStyle: Hashable, Sendable { case largeTitle, title2, headline, body, callout, footnote }
    public enum Design: Hashable, Sendable { case monospaced }

    public static let largeTitle = Font()
    public static let title2 = Font()
    public static let headline = Font()
    public static let callout = Font()
    public static let footnote = Font()

    public static func system(_ style: TextStyle, design: Design?) -> Font { Font() }

    public func monospacedDigit() -> Font { self }
}

public protocol Shape: Sendable {}

public struct Circle: Shape {
    public init() {}
}

public struct RoundedRectangle: Shape {
    public init(cornerRadius: CGFloat) {}
}

public enum TextAlignment: Sendable { case leading, center }

public struct Edge: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }

        public static let horizontal = Set(rawValue: 1)
        public static let vertical = Set(rawValue: 2)
    }
}

extension View {
    public func font(_ font: Font?) -> some View { self }
    public func foregroundStyle(_ style: some ShapeStyle) -> some View { self }
    public func padding(_ length: CGFloat) -> some View { self }
    public func padding(_ edges: Edge.Set, _ length: CGFloat?) -> some View { self }
    public func clipShape(_ shape: some Shape) -> some View { self }
    public func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { self }
    public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { self }
    public func background(_ style: some ShapeStyle, in shape: some Shape) -> some View { self }
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
    public func minimumScaleFactor(_ factor: CGFloat) -> some View { self }
    public func lineLimit(_ number: Int?) -> some View { self }
}

public struct Animation: Sendable {
    public static func easeOut(duration: TimeInterval) -> Animation { Animation() }
}

extension View {
    public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { self }
}

@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}

public struct BorderedButtonStyle: PrimitiveButtonStyle {}
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

@MainActor @preconcurrency
public protocol LabelStyle {}

public struct IconOnlyLabelStyle: LabelStyle {}

extension LabelStyle where Self == IconOnlyLabelStyle {
    public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

extension View {
    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { self }
    public func labelStyle<S: LabelStyle>(_ style: S) -> some View { self }
}

extension ShapeStyle where Self == Color {
    public static var white: Color { Color() }
}

public struct BackgroundStyle: ShapeStyle {}

extension ShapeStyle where Self == BackgroundStyle {
    public static var background: BackgroundStyle { BackgroundStyle() }
}

public enum ContentMode: Hashable, CaseIterable, Sendable { case fit }

extension Color {
    public static let white = Color()
}

extension View {
    public func scaledToFit() -> some View { self }
    public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View { self }
}

extension View {
    public func opacity(_ opacity: Double) -> some View { self }
    public func allowsHitTesting(_ enabled: Bool) -> some View { self }
    public func background<S: ShapeStyle>(_ style: S) -> some View { self }
}
