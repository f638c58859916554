import ECallFlows
import ECallLanguage
@_spi(Walk) import SwiftUI
import TestSupport
import Testing

@testable import AppViews

@MainActor
@Suite("What is said in passing, on a screen", .timeLimit(.minutes(1)))
struct ToastTests {
    private let time = ManualTime()

    private func shown() -> (store: ToastStore<Words>, walk: Walk) {
        let store = ToastStore<Words>(time: time)
        let below = Button(action: {}) { Phrase(.contactCall) }
        return (store, Walk(below.toasts(store)))
    }

    private func pass(_ duration: Duration, _ store: ToastStore<Words>) async {
        let before = store.current
        await time.someoneSleeps(for: duration)
        time.advance(by: duration)
        while store.current == before, !Task.isCancelled { await Task.yield() }
    }

    @Test("003-39: each kind is shown over what is there, one after the other, and goes by itself")
    func queue() async throws {
        let (store, walk) = shown()
        #expect(walk.labels == ["Call"])
        store.show(.verbatim("First"), .info)
        store.show(.verbatim("Second"), .success)
        #expect(walk.labels == ["Call", "First", "Dismiss"])
        await pass(.seconds(4), store)
        #expect(walk.labels == ["Call", "Second", "Dismiss"])
        store.show(.verbatim("Third"), .error)
        #expect(walk.labels == ["Call", "Third", "Dismiss"])
        await pass(.seconds(8), store)
        #expect(walk.labels == ["Call", "Second", "Dismiss"])
        await pass(.seconds(2.5), store)
        #expect(walk.labels == ["Call"])
    }

    @Test("a toast is dismissed by its button, and the next one is shown")
    func dismissed() async throws {
        let (store, walk) = shown()
        store.show(.verbatim("First"), .error)
        store.show(.verbatim("Second"), .info)
        #expect(await walk.perform(.press, on: "Dismiss"))
        #expect(walk.labels == ["Call", "Second", "Dismiss"])
        #expect(await walk.perform(.press, on: "Dismiss"))
        #expect(walk.labels == ["Call"])
    }

    @Test("003-27: a toast lets touches through, and one that a person has to have seen covers what is behind it")
    func covers() async throws {
        let (store, walk) = shown()
        store.show(.verbatim("Read this"), .error, isFocused: true)
        #expect(walk.labels == ["Read this", "Dismiss"])
        #expect(await walk.perform(.press, on: "Call") == false)
        #expect(await walk.perform(.press, on: "Dismiss"))
        store.show(.verbatim("In passing"), .info)
        #expect(await walk.perform(.press, on: "Call"))
    }
}
