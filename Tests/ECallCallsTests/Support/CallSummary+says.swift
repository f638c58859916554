import ECallCalls
import ECallLanguage

extension CallSummary {
    /// Whether the text that a person reads about it contains these words.
    func says(_ words: String) -> Bool {
        problem.map { Texts(.english).string($0).contains(words) } ?? false
    }
}
