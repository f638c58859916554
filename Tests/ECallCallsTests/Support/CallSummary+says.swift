import ECallCalls
import ECallLanguage

extension CallSummary {
    /// Whether what a person reads of it has these words.
    func says(_ words: String) -> Bool {
        problem.map { Texts(.english).string($0).contains(words) } ?? false
    }
}
