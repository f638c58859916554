import Foundation
import TestSupport
import Testing

@testable import ServerFoundation

@Suite("Strict JSON", .timeLimit(.minutes(1)))
struct StrictJSONTests {
    @Test(
        "RFC 8259: valid JSON, in all its forms",
        arguments: [
            "{}", "[]", "null", "true", "false", "0", "-0", "1.5e+3", "1E-2", "\"\"", " [ 1 , 2 ] ", "{\"\":0}",
            #"{"a":{"b":[{"c":null}]}}"#, #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, "\"é😀\"", "\t\n\r 1",
            "{\"\u{E9}\":1,\"e\u{301}\":2}", #"[{"a":1},{"a":1}]"#,
        ])
    func good(json: String) { #expect(StrictJSON.problem(in: json.utf8) == nil) }

    @Test(
        "RFC 8259: invalid JSON",
        arguments: [
            "", " ", "{", "}", "[", "]", "[1", "[1,]", "[,1]", "{,}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}",
            "{'a':1}", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "NaN", "Infinity", "tru", "nul", "True", "1 2",
            "{}{}", "[1}", "{\"a\":1]", "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\uD800\"",
            "\"\\uDC00\"", "\"\\uD800\\u0041\"", "\"\n\"", "\u{FEFF}1", "// c\n1", "/**/1", "\u{A0}1",
        ])
    func malformed(json: String) { #expect(StrictJSON.problem(in: json.utf8) == .malformed) }

    @Test("RFC 7493 section 2.3: a repeated member is refused, at any depth and in any spelling")
    func duplicates() {
        for json in [#"{"a":1,"a":1}"#, #"{"x":[{"\u0061":1,"a":2}]}"#, #"{"😀":1,"\ud83d\ude00":1}"#] {
            #expect(StrictJSON.problem(in: json.utf8) == .duplicateMember, "\(json)")
        }
    }

    @Test("RFC 8259 section 9: nesting is limited, and uses no stack")
    func depth() {
        func nested(_ count: Int) -> String {
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        #expect(StrictJSON.problem(in: nested(512).utf8) == nil)
        #expect(StrictJSON.problem(in: nested(513).utf8) == .tooDeep)
        #expect(StrictJSON.problem(in: String(repeating: "{\"a\":", count: 50_000).utf8) == .tooDeep)
    }

    @Test("Foundation reads everything that is strict here")
    func agreesWithFoundation() {
        var generator = SeededGenerator.fromEnvironment()
        let pieces = ["{", "}", "[", "]", ",", ":", "\"a\"", "\"b\\n\"", "1", "-2.5e1 ", "true", "null", " "]
        for _ in 0..<2000 {
            let json = (0..<Int.random(in: 1...9, using: &generator)).compactMap { _ in
                pieces.randomElement(using: &generator)
            }.joined()
            if StrictJSON.problem(in: json.utf8) == nil {
                #expect(
                    (try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)) != nil,
                    "\(json)")
            }
        }
    }

    @Test("bytes that are not UTF-8 are not JSON")
    func bytes() {
        #expect(StrictJSON.problem(in: [0x22, 0xFF, 0x22]) == .malformed)
        #expect(StrictJSON.problem(in: [0x22, 0xED, 0xA0, 0x80, 0x22]) == .malformed)
    }
}
