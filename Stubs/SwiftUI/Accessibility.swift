public struct AccessibilityChildBehavior: Hashable, Sendable {
    let name: String

    public static let combine = AccessibilityChildBehavior(name: "combine")
    public static let ignore = AccessibilityChildBehavior(name: "ignore")
}

public struct AccessibilityTraits: Sendable, Equatable {
    let name: String

    public static let isHeader = AccessibilityTraits(name: "header")
    public static let isSelected = AccessibilityTraits(name: "selected")
}

extension View {
    public func accessibilityElement(children: AccessibilityChildBehavior) -> some View {
        reading { context, read in
            let parts = read(context)
            if children == .ignore { return [Element(.text, "", in: context)] }
            return parts.isEmpty ? [] : [parts.combined(in: context)]
        }
    }

    public func accessibilityLabel(_ label: Text) -> some View {
        reading { context, read in
            let parts = read(context)
            var whole = parts.count == 1 ? parts[0] : parts.combined(in: context)
            whole.label = label.words
            return [whole]
        }
    }

    public func accessibilityValue(_ value: Text) -> some View { changing { $0.value = value.words } }

    public func accessibilityHidden(_ hidden: Bool) -> some View {
        reading { context, read in hidden ? [] : read(context) }
    }

    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        changing { element in
            if traits == .isHeader { element.isHeader = true }
            if traits == .isSelected { element.isSelected = true }
        }
    }

    public func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> some View {
        changing { $0.add(.swipe(name.words)) { handler() } }
    }
}
