import ECallAPI
import ECallContacts
import ECallCore
public import ECallFlows
public import ECallLanguage
public import SwiftUI

/// The own link by which several people can ask to become contacts: off, on, or ended.
public struct PersonalLinkView: View {
    private let store: FlowPart<PersonalLinkFlow>
    private let now: Now
    private let ways: LinkSharing
    private let address: (String) -> String
    private let tell: @MainActor (Words) -> Void

    /// - Parameters:
    ///   - address: the link of a token.
    ///   - tell: shows a transient confirmation.
    public init(
        _ store: FlowPart<PersonalLinkFlow>, now: @escaping Now, ways: LinkSharing,
        address: @escaping (String) -> String,
        tell: @escaping @MainActor (Words) -> Void
    ) {
        (self.store, self.now, self.ways, self.address, self.tell) = (store, now, ways, address, tell)
    }

    private var state: PersonalLinkFlow { store.state }

    public var body: some View {
        LoadableContent(state.link, loading: .personalLinkLoading) {
            store.send(.retried)
        } content: { link in
            ScrollView {
                VStack(alignment: .leading, spacing: Metrics.space) {
                    Phrase(.personalLinkLead).foregroundStyle(.secondary)
                    if let problem = state.problem {
                        Notice(problem.text, .problem)
                        ActionButton(.commonTryAgain, .renew, isBusy: state.work != nil) { store.send(.retried) }
                    }
                    content(link)
                }
                .padding(Metrics.space)
                .frame(maxWidth: Metrics.column)
            }
        }
        .titled(.personalLinkTitle)
        .task { store.send(.opened) }
        .asks(question) {
            store.send(.confirmed)
        } no: {
            store.send(.thoughtBetter)
        }
        .sensoryFeedback(trigger: state.problem) { _, problem in problem == nil ? nil : .error }
        .onChange(of: state.notice, initial: true) { _, notice in
            guard let notice else { return }
            tell(notice)
            store.send(.sawNotice)
        }
    }

    @ViewBuilder private func content(_ link: PersonalLinkFlow.Link) -> some View {
        switch link {
        case .off:
            PersonalLinkForm(store: store, save: .personalLinkTurnOn, note: .personalLinkCanChange, now: now)
        case .on(let link):
            WithMoments(now) { moments in
                switch link.stage(at: moments.now) {
                case .live: live(link, moments)
                case .full:
                    Phrase(.personalLinkEndedFull(used: "\(link.usedCount)", count: link.maxUses))
                    ended
                case .over:
                    Phrase(.personalLinkEndedOver(date: moments.date(link.expiresAt)))
                    ended
                }
            }
        }
    }

    @ViewBuilder private func live(_ link: PersonalLink, _ moments: Moments) -> some View {
        LinkHandout(link: address(link.token), code: .personalLinkCode, ways: ways)
        Labelled(.personalLinkAsked(used: "\(link.usedCount)", count: link.maxUses), .contacts)
        Labelled(end(of: link, moments), .history)
        if state.isChanging {
            PersonalLinkForm(store: store, save: .settingsSave, note: .personalLinkChangeNote, now: now)
            ActionButton(.commonCancel) { store.send(.keptLimits) }.disabled(state.work != nil)
        } else {
            ActionButton(.personalLinkChange, .settings) { store.send(.startedChange) }.disabled(state.work != nil)
        }
        ActionButton(.personalLinkRenew, .renew, isBusy: state.work == .renew) { store.send(.askedToRenew) }
            .disabled(state.work != nil)
        turnOff
    }

    @ViewBuilder private var ended: some View {
        PersonalLinkForm(store: store, save: .personalLinkExtend, note: .personalLinkEndedNote, now: now)
        turnOff
    }

    private var turnOff: some View {
        ActionButton(.personalLinkTurnOff, .remove, tone: .destructive, isBusy: state.work == .turnOff) {
            store.send(.askedToTurnOff)
        }
        .disabled(state.work != nil)
    }

    /// The remaining time on the last day; the date before that day.
    private func end(of link: PersonalLink, _ moments: Moments) -> Words {
        let left = (link.expiresAt.milliseconds - moments.now.milliseconds) / 1_000
        guard left <= 86_400 else { return .personalLinkEndsOn(date: moments.date(link.expiresAt)) }
        let isShort = left < 5_400
        let rounded = isShort ? (left + 59) / 60 * 60 : (left + 1_800) / 3_600 * 3_600
        let units: Set<Duration.UnitsFormatStyle.Unit> = isShort ? [.minutes] : [.hours]
        return .linkValidFor(
            time: Duration.seconds(rounded).formatted(
                .units(allowed: units, width: .wide).locale(moments.locale)))
    }

    private var question: Question? {
        state.question.map { asked in
            Question(
                title: asked.title, text: asked.text,
                yes: asked == .renew ? .questionsRenewPersonalLinkYes : .questionsRemovePersonalLinkYes)
        }
    }
}

/// Choices for how many people and for how long.
private struct PersonalLinkForm: View {
    @Environment(\.locale) private var locale
    let store: FlowPart<PersonalLinkFlow>
    let save: Words
    let note: Words
    let now: Now

    private var isSaving: Bool { store.state.work == .make || store.state.work == .change }

    var body: some View {
        VStack(alignment: .leading, spacing: Metrics.gap) {
            choice(.personalLinkPeople, store.binding(\.choice.maxUses) { .chosePeople($0) }) {
                ForEach(PersonalLinkLimits.peopleChoices, id: \.self) { people in
                    Phrase(.verbatim(people.formatted(.number.locale(locale)))).tag(people)
                }
            }
            choice(.personalLinkLifetime, store.binding(\.choice.lifetime) { .choseLifetime($0) }) {
                ForEach(PersonalLinkLimits.lifetimeChoices, id: \.self) { lifetime in
                    Phrase(Self.words(of: lifetime)).tag(lifetime)
                }
            }
            Phrase(note).font(.footnote).foregroundStyle(.secondary)
            ActionButton(isSaving ? saving : save, tone: .primary, isBusy: isSaving) {
                store.send(.saved(at: now()))
            }
        }
        .disabled(store.state.work != nil)
    }

    /// Outside a form a picker shows its choice alone.
    private func choice(
        _ label: Words, _ selection: Binding<Int>, @ViewBuilder _ choices: () -> some View
    ) -> some View {
        HStack(spacing: Metrics.gap) {
            Phrase(label).accessibilityHidden(true)
            Spacer(minLength: Metrics.gap)
            Picker(selection: selection, content: choices) { Phrase(label) }
        }
        .frame(minHeight: Metrics.target)
    }

    private var saving: Words { store.state.work == .make ? .linkMaking : .nameSaving }

    private static func words(of lifetime: Int) -> Words {
        switch lifetime {
        case ...86_400: .personalLinkDay
        case ...(7 * 86_400): .personalLinkWeek
        case ...(30 * 86_400): .personalLinkMonth
        default: .personalLinkYear
        }
    }
}
