import Testing

@testable import ECallServer

@Suite("Compression of the page's files")
struct ContentCodingTests {
    @Test(
        "the smallest coding that the browser accepts is selected",
        arguments: [
            (["gzip, deflate, br"], ContentCoding.brotli), (["gzip"], .gzip), (["GZIP ; q=0.5", "br;q=0.1"], .gzip),
            (["*"], .brotli), (["*;q=0.5, br;q=0"], .gzip), (["br;q=0, gzip;q=0.0"], nil), (["identity"], nil),
            ([], nil),
            ([""], nil), ([",;q=1,"], nil), (["br;q=x"], nil), (["zstd"], nil),
        ] as [([String], ContentCoding?)])
    func best(fields: [String], expected: ContentCoding?) {
        #expect(ContentCoding.best(of: ContentCoding.allCases, accepting: fields) == expected)
    }

    @Test("only available codings are selected")
    func offered() {
        #expect(ContentCoding.best(of: [.gzip], accepting: ["br, gzip;q=0.1"]) == .gzip)
        #expect(ContentCoding.best(of: [], accepting: ["br, gzip"]) == nil)
    }
}
