public import ECallAPI
import ECallCalls
public import ECallFlows
import ECallLanguage
public import ECallSecurity
public import SwiftUI

/// The person or screen whose video should be drawn.
public typealias VideoID = CallStage.ID

/// The views and closures that the screen of a call takes from its surroundings.
public struct CallViewParts<Picture: View, Comparing: View> {
    /// Makes a store for choosing contacts, while these people are in the call or rung by it.
    public typealias Chooser = @MainActor (_ present: Set<UserID>) -> FlowStore<SelectContactsFlow>

    let picture: @MainActor (VideoID) -> Picture
    let announce: @MainActor (String) -> Void
    let chooser: Chooser
    let comparing: @MainActor (DeviceAddress, _ leave: @escaping @MainActor () -> Void) -> Comparing

    /// - Parameters:
    ///   - picture: the decrypted video, fitted into its place.
    ///   - announce: makes VoiceOver say something at once.
    ///   - comparing: the numbers of a device, on a sheet of their own.
    public init(
        picture: @escaping @MainActor (VideoID) -> Picture, announce: @escaping @MainActor (String) -> Void,
        chooser: @escaping Chooser,
        comparing: @escaping @MainActor (DeviceAddress, _ leave: @escaping @MainActor () -> Void) -> Comparing
    ) {
        (self.picture, self.announce, self.chooser, self.comparing) = (picture, announce, chooser, comparing)
    }
}

/// A call, from the first ring to the reason for its end. Empty while there is none.
public struct CallView<Picture: View, Comparing: View>: View {
    @Environment(\.texts) private var texts
    private let store: FlowStore<CallFlow>
    private let around: CallViewParts<Picture, Comparing>

    public init(store: FlowStore<CallFlow>, around: CallViewParts<Picture, Comparing>) {
        (self.store, self.around) = (store, around)
    }

    private var state: CallFlow { store.state }

    public var body: some View {
        Group {
            switch state.phase {
            case .idle: EmptyView()
            case .incoming(let call):
                if let words = state.incoming { IncomingCallView(store: store, call: call, words: words) }
            case .outgoing, .connecting, .active, .reconnecting, .ending: OngoingCallView(store: store, around: around)
            case .ended(let end): EndedCallView(store: store, end: end)
            }
        }
        .calm(state.phase)
        .sensoryFeedback(trigger: state.phase) { old, new in Self.feedback(old, new) }
        .onChange(of: state.announcement) { _, said in if let said { around.announce(texts.string(said)) } }
    }

    static func feedback(_ old: CallPhase, _ new: CallPhase) -> SensoryFeedback? {
        switch (old, new) {
        case (.connecting, .active): .success
        case (_, .ended(let end)): end.closesAt == nil ? .error : nil
        default: nil
        }
    }
}

extension View {
    /// Hands on the one-time notices of calls, also after they are over: each exactly once.
    public func tellsNotices(
        of store: FlowStore<CallFlow>?, _ tell: @escaping @MainActor (CallNotice) -> Void
    ) -> some View {
        modifier(TellingNotices(store: store, tell: tell))
    }
}

private struct TellingNotices: ViewModifier {
    let store: FlowStore<CallFlow>?
    let tell: @MainActor (CallNotice) -> Void

    func body(content: Content) -> some View {
        content.onChange(of: store?.state.notices ?? [], initial: true) { _, notices in
            for notice in notices {
                tell(notice)
                store?.send(.sawNotice(notice.id))
            }
        }
    }
}
