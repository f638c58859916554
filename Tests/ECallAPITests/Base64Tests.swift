import ECallAPI
import Foundation
import Testing

@Suite("Base64")
struct Base64Tests {
    @Test("RFC 4648 section 10: the test vectors are encoded and decoded")
    func vectors() {
        for (text, value) in [
            ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmE=", "fooba"),
            ("Zm9vYmFy", "foobar"),
        ] {
            #expect(Base64.decode(text) == Data(value.utf8) && Base64.encode(Data(value.utf8)) == text)
            let plain = text.replacingOccurrences(of: "=", with: "")
            #expect(Base64URL.decode(plain) == Data(value.utf8) && Base64URL.encode(Data(value.utf8)) == plain)
        }
        #expect(Base64URL.encode(Data([0xFB, 0xFF])) == "-_8" && Base64URL.decode("-_8") == Data([0xFB, 0xFF]))
    }

    @Test("RFC 4648 sections 3.1 to 3.5: each value has exactly one text among all of up to four characters")
    func oneTextPerValue() {
        let alphabet = Array("Ab9+/-_= \n")
        var texts = [""]
        for _ in 0..<4 { texts += texts.flatMap { text in alphabet.map { text + String($0) } } }
        for text in Set(texts) {
            if let value = Base64.decode(text) { #expect(Base64.encode(value) == text) }
            if let value = Base64URL.decode(text) { #expect(Base64URL.encode(value) == text) }
        }
        for text in [
            "Zh==", "Zm9=", "Zg", "Zg=", "Zg===", "Z===", "Zg==\n", " Zg==", "Z g==", "Zg==Zg==", "-_8=", "Zé==",
        ] {
            #expect(Base64.decode(text) == nil, "\(text)")
        }
        for text in ["Zh", "Zm9", "Zg==", "Z", "+/8", "Zg\n", "-_9", "ï"] {
            #expect(Base64URL.decode(text) == nil, "\(text)")
        }
    }
}
