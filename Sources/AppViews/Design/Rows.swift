import SwiftUI

/// A person or an object in a list: the title, a note, and the direct actions.
struct Row<Leading: View, Accessory: View>: View {
    private let title: Words
    private let note: Words?
    private let leading: Leading
    private let accessory: Accessory

    init(
        _ title: Words, note: Words? = nil, @ViewBuilder leading: () -> Leading, @ViewBuilder accessory: () -> Accessory
    ) {
        (self.title, self.note, self.leading, self.accessory) = (title, note, leading(), accessory())
    }

    var body: some View {
        HStack(spacing: Metrics.gap) {
            leading
            VStack(alignment: .leading, spacing: Metrics.small) {
                Phrase(title)
                if let note { Phrase(note).font(.footnote).foregroundStyle(.secondary) }
            }
            .accessibilityElement(children: .combine)
            Spacer(minLength: Metrics.gap)
            accessory
        }
        .frame(minHeight: Metrics.target)
    }
}

/// Buttons side by side if there is room, otherwise stacked: texts can be long, and large.
struct ButtonGroup<Buttons: View>: View {
    private let buttons: Buttons

    init(@ViewBuilder buttons: () -> Buttons) { self.buttons = buttons() }

    var body: some View {
        ViewThatFits {
            HStack(spacing: Metrics.gap) { buttons }
            VStack(spacing: Metrics.gap) { buttons }
        }
    }
}
