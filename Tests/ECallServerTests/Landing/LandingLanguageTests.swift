import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications

@Suite("Languages of landing pages", .timeLimit(.minutes(1)))
struct LandingLanguageTests {
    private static let (missing, damaged) = ("/share/contact/\(String(repeating: "a", count: 43))", "/share/contact/x")

    private static func html(_ content: LandingPage.Content, _ language: MessageLanguage) -> String {
        LandingPage(content: content, language: language, offersPage: true, offersApp: true, knowsOrigin: true).html
    }

    private static func contents(name: String) throws -> [LandingPage.Content] {
        let token = try #require(ShareToken(String(repeating: "a", count: ShareToken.length)))
        let link = ShareLinkForms(origin: "https://calls.example.org", token: token)
        return [
            .valid(name: name, link: link), .valid(name: name, link: link, isReusable: true), .expired, .used, .unknown,
            .malformed, .tooMany, .noPage,
        ]
    }

    /// 003-24, 003-34
    @Test("every page in every language is complete and has its direction", arguments: MessageLanguage.allCases)
    func complete(language: MessageLanguage) throws {
        for content in try Self.contents(name: "Ana") {
            let html = Self.html(content, language)
            let direction = language == .arabic ? "rtl" : "ltr"
            #expect(html.contains("<html lang=\"\(language.rawValue)\" dir=\"\(direction)\">"))
            #expect(!html.contains("{") && !html.contains("}") && !html.contains("<h1></h1>"))
            let texts = language.landing
            #expect(html.contains(texts.promise))
            if case .valid = content { #expect(html.contains(texts.openInApp) && html.contains(texts.scan)) }
        }
    }

    /// 003-24, 003-34
    @Test(
        "no text of a page is the same in two languages, and each has its arguments",
        arguments: MessageLanguage.allCases)
    func texts(language: MessageLanguage) {
        func all(_ texts: LandingTexts) -> [String: String] {
            Dictionary(
                uniqueKeysWithValues: Mirror(reflecting: texts).children.map {
                    ($0.label ?? "", $0.value as? String ?? "")
                })
        }
        let (texts, english) = (all(language.landing), all(.english))
        #expect(texts.count == 23 && texts.keys.sorted() == english.keys.sorted())
        for (key, text) in texts {
            #expect(!text.isEmpty && text == text.trimmingCharacters(in: .whitespaces), "\(key)")
            #expect(text.contains("{name}") == english[key]?.contains("{name}"), "\(key)")
            #expect(language == .english || text != english[key], "\(key)")
            #expect(text.components(separatedBy: "{").count <= 2, "\(key)")
        }
    }

    /// 003-25
    @Test(
        "the browser's languages choose, unless the person has",
        arguments: [
            (nil, "", "en"), ("de-AT,de;q=0.9", "", "de"), ("qaa, km;q=0.5", "", "km"), ("zh-TW, ar", "", "ar"),
            ("de", "?lang=fr", "fr"), ("de", "?lang=zh-CN", "zh-Hans"), ("de", "?lang=qaa", "de"),
            ("de", "?lang=", "de"),
            ("de", "?lang=%3Cscript%3E", "de"), ("de", "?x=1&lang=pt-PT", "pt"),
        ] as [(String?, String, String)])
    func choice(accepted: String?, query: String, language: String) async throws {
        try await TestApp.run { app in
            for path in [Self.missing, Self.damaged] {
                let answer = try await app.send(.get, path + query, acceptLanguage: accepted)
                answer.expectLanding(404)
                #expect(answer.text.contains("<html lang=\"\(language)\" "))
                #expect(!answer.text.contains("<script"))
                #expect(answer.headers[.contentLanguage] == language)
                #expect(answer.headers[.vary] == "Accept-Language" && answer.headers[.cacheControl] == "no-store")
                #expect(answer.headers[.eTag] == nil)
            }
        }
    }

    @Test("a valid link leads on in the browser's language")
    func valid() async throws {
        try await TestApp.run(configure: { $0.appleAppIDs = ["TEAM123456.org.example.ecall"] }) { app in
            let ana = try await app.signIn("ana@example.net", name: "Ana")
            let token: TokenBody = try await app.call(.createShareToken, as: ana).value()
            let html = try await app.send(.get, "/share/contact/\(token.token)", acceptLanguage: "ar-EG").text
            #expect(html.contains("<h1>\u{2068}Ana\u{2069} على ECall</h1>") && html.contains("dir=\"rtl\""))
            #expect(html.contains("href=\"ecall://contact/\(token.token)\">فتح في التطبيق</a>"))
            let english = try await app.send(.get, "/share/contact/\(token.token)?lang=en", acceptLanguage: "ar").text
            #expect(english.contains("<h1>Ana is on ECall</h1>"))
        }
    }

    /// 000-70
    @Test(
        "the menu lists every language by its own name, and marks the current one", arguments: MessageLanguage.allCases)
    func menu(language: MessageLanguage) throws {
        let html = Self.html(.expired, language)
        let entries = html.matches(
            of:
                /<a href="\?lang=([A-Za-z-]+)" lang="([A-Za-z-]+)" hreflang="[^"]+" rel="nofollow"( aria-current="true")?>([^<]+)</
        )
        #expect(entries.count == MessageLanguage.allCases.count)
        for entry in entries {
            let listed = try #require(MessageLanguage(rawValue: String(entry.1)))
            #expect(entry.2 == entry.1 && String(entry.4) == listed.landing.ownName)
            #expect((entry.3 != nil) == (listed == language))
        }
        #expect(Set(entries.map { String($0.4) }).count == entries.count)
    }

    @Test("a name of the other direction is isolated, and cannot turn the sentence around it")
    func isolation() throws {
        let contents = try Self.contents(name: "محمد\u{202E}")
        #expect(Self.html(contents[0], .german).contains("<h1>\u{2068}محمد\u{2069} ist bei ECall</h1>"))
        #expect(!Self.html(contents[0], .german).contains("\u{202E}"))
    }

    @Test("a browser gets a page in its language for a path that does not exist; clients get the error envelope")
    func missingPage() async throws {
        try await TestApp.run { app in
            let browser: HTTPFields = [.accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"]
            let page = try await app.send(.get, "/open/nothing", acceptLanguage: "de", headers: browser)
            page.expectLanding(404)
            #expect(page.text.contains("<h1>Diese Seite gibt es nicht</h1>") && page.headers[.contentLanguage] == "de")
            // This server has no page to lead to.
            #expect(!page.text.contains("ECall öffnen"))
            for headers: HTTPFields in [[:], [.accept: "*/*"], [.accept: "application/json"]] {
                try await app.send(.get, "/open/nothing", acceptLanguage: "de", headers: headers).expect(.notFound)
            }
            try await app.send(.post, "/open/nothing", headers: browser).expect(.notFound)
            // Errors of endpoints are for clients.
            #expect(try await app.send(.get, "/app/api/user", headers: browser).status == 401)
        }
    }

    @Test("the style names no side: it fits both directions")
    func style() {
        #expect(LandingStyle.text.matches(of: /(left|right)\s*:|-(left|right)\b|text-align: (left|right)/).isEmpty)
    }
}
