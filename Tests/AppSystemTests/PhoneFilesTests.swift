import AppViews
import Foundation
import TestSupport
import Testing
@_spi(Phone) import UIKit

@testable import AppSystem

@Suite("Files of the phone", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct PhoneFilesTests {
    private let screen = Screen()
    private var files: PhoneFiles { PhoneFiles(windows: screen.windows) }

    @Test("a chosen file is read, and its copy is deleted")
    func chooses() async throws {
        try await withTemporaryDirectory { @MainActor @Sendable folder in
            let url = folder.appendingPathComponent("key.pem")
            try Data("-----BEGIN".utf8).write(to: url)
            let choosing = Task { await files.choose() }
            try await screen.presented(UIDocumentPickerViewController.self).pick([url])
            #expect(await choosing.value == .file(Data("-----BEGIN".utf8)))
            #expect(!FileManager.default.fileExists(atPath: url.path))
        }
    }

    @Test("a dismissed picker counts as canceled, and one without a readable file as failed")
    func cancels() async throws {
        let cancelled = Task { await files.choose() }
        try await screen.presented(UIDocumentPickerViewController.self).cancel()
        #expect(await cancelled.value == .cancelled)
        try await withTemporaryDirectory { @MainActor @Sendable folder in
            let (missing, large) = (folder.appendingPathComponent("missing"), folder.appendingPathComponent("large"))
            try Data(count: PhoneFiles.largest + 1).write(to: large)
            for urls in [[], [missing], [large]] {
                let choosing = Task { await files.choose() }
                try await screen.presented(UIDocumentPickerViewController.self).pick(urls)
                #expect(await choosing.value == .failed)
            }
        }
    }

    @Test(
        "a saved file has a name, and its temporary copy is deleted",
        arguments: [
            (#"{"a": 1}"#, "ecall.json"), ("-----BEGIN PRIVATE KEY-----", "ecall.pem"), ("words", "ecall.txt"),
        ])
    func saves(content: String, name: String) async throws {
        for isSaved in [true, false] {
            let saving = Task { await files.save(Data(content.utf8)) }
            let picker = try await screen.presented(UIDocumentPickerViewController.self)
            let url = try #require(picker.files.first)
            #expect(url.lastPathComponent == name && picker.files.count == 1)
            #expect(try Data(contentsOf: url) == Data(content.utf8))
            if isSaved { picker.pick([url]) } else { picker.cancel() }
            #expect(await saving.value == (isSaved ? .saved : .cancelled))
            #expect(!FileManager.default.fileExists(atPath: url.deletingLastPathComponent().path))
        }
    }

    @Test("no picker is opened without a screen")
    func noScreen() async {
        UIApplication.shared.connectedScenes = []
        #expect(await files.choose() == .failed)
        #expect(await files.save(Data()) == .failed)
    }
}
