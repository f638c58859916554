import Synchronization

package struct MetricFamily: Sendable, Hashable {
    package enum Kind: String, Sendable { case counter, gauge, histogram }

    package let name: String
    package let help: String
    package let kind: Kind
    /// Upper bounds of a histogram, in the unit of its name.
    package var buckets = MetricsRegistry.buckets

    package init(name: String, help: String, kind: Kind, buckets: [Double] = MetricsRegistry.buckets) {
        self.name = name
        self.help = help
        self.kind = kind
        self.buckets = buckets
    }

    // Names are unique, and every request looks some up.
    package static func == (one: Self, other: Self) -> Bool { one.name == other.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The labels of a metric: `route="/login"`. Only words that the server chose, never client input: each new one costs
/// memory forever.
package struct MetricLabels: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    package let pairs: [Pair]

    package struct Pair: Sendable, Hashable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package init(dictionaryLiteral elements: (String, String)...) {
        pairs = elements.map { Pair(name: $0.0, value: $0.1) }
    }
    package init(_ pairs: [Pair]) { self.pairs = pairs }

    package static let none: Self = [:]
}

/// Stores counted events, and samples current values when the metrics are read.
///
/// Events are counted with `count` and `observe`. Existing counters are added with `collect`:
///
///     metrics.collect(.messages) { await sender.counters.map { (["provider": $0.name], Double($0.sent)) } }
package final class MetricsRegistry: Sendable {
    package typealias Sample = (labels: MetricLabels, value: Double)

    /// Upper bounds in seconds: from a lookup in memory to a slow provider.
    package static let buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    package struct Histogram: Sendable, Equatable {
        package var counts: [Int]
        package var sum = 0.0

        mutating func note(_ value: Double, in bucket: Int) {
            counts[bucket] += 1
            sum += value
        }

        package init(_ family: MetricFamily) { counts = [Int](repeating: 0, count: family.buckets.count + 1) }
    }

    private struct State {
        var counters: [MetricFamily: [MetricLabels: Double]] = [:]
        var histograms: [MetricFamily: [MetricLabels: Histogram]] = [:]
        var collectors: [(family: MetricFamily, values: @Sendable () async -> [Sample])] = []
    }

    private let state = Mutex(State())

    package init() {}

    package func count(_ family: MetricFamily, _ labels: MetricLabels = .none, by number: Double = 1) {
        state.withLock { $0.counters[family, default: [:]][labels, default: 0] += number }
    }

    package func observe(_ family: MetricFamily, _ labels: MetricLabels = .none, seconds: Double) {
        observe(family, labels, value: seconds)
    }

    package func observe(_ family: MetricFamily, _ labels: MetricLabels = .none, value: Double) {
        let bucket = family.buckets.firstIndex { value <= $0 } ?? family.buckets.count
        state.withLock { state in
            state.histograms[family, default: [:]][labels, default: Histogram(family)].note(value, in: bucket)
        }
    }

    /// Adds a family whose `values` are sampled on each read of the metrics.
    package func collect(_ family: MetricFamily, _ values: @escaping @Sendable () async -> [Sample]) {
        state.withLock { $0.collectors.append((family, values)) }
    }

    /// All metrics in Prometheus' format.
    package func text() async -> String {
        let (counters, histograms, collectors) = state.withLock { ($0.counters, $0.histograms, $0.collectors) }
        var plain = counters.mapValues { $0.map { (labels: $0.key, value: $0.value) } }
        for (family, values) in collectors { plain[family, default: []] += await values() }
        return PrometheusText.text(plain: plain, histograms: histograms)
    }
}

/// The text exposition format 0.0.4 of Prometheus. Pure; families and labels in a fixed order.
package enum PrometheusText {
    package static func text(
        plain: [MetricFamily: [MetricsRegistry.Sample]],
        histograms: [MetricFamily: [MetricLabels: MetricsRegistry.Histogram]]
    ) -> String {
        var blocks: [String: [String]] = [:]
        for (family, samples) in plain where !samples.isEmpty {
            let lines = samples.map { family.name + labels($0.labels.pairs) + " " + number($0.value) }
            blocks[family.name] = head(family) + lines.sorted()
        }
        for (family, samples) in histograms {
            let sorted = samples.sorted { labels($0.key.pairs) < labels($1.key.pairs) }
            blocks[family.name] = head(family) + sorted.flatMap { lines(family, $0.key, $0.value) }
        }
        return blocks.sorted { $0.key < $1.key }.flatMap(\.value).map { $0 + "\n" }.joined()
    }

    private static func head(_ family: MetricFamily) -> [String] {
        [
            "# HELP \(family.name) \(escaped(family.help, quotes: false))",
            "# TYPE \(family.name) \(family.kind.rawValue)",
        ]
    }

    private static func lines(
        _ family: MetricFamily, _ set: MetricLabels, _ histogram: MetricsRegistry.Histogram
    ) -> [String] {
        var (lines, sum): ([String], Int) = ([], 0)
        let name = family.name
        for (bound, count) in zip(family.buckets.map(number) + ["+Inf"], histogram.counts) {
            sum += count
            lines.append("\(name)_bucket\(labels(set.pairs + [.init(name: "le", value: bound)])) \(sum)")
        }
        return lines + [
            "\(name)_sum\(labels(set.pairs)) \(number(histogram.sum))", "\(name)_count\(labels(set.pairs)) \(sum)",
        ]
    }

    private static func labels(_ pairs: [MetricLabels.Pair]) -> String {
        guard !pairs.isEmpty else { return "" }
        return "{" + pairs.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",") + "}"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    package static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
    }
}
