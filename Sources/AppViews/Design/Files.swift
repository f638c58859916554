public import Foundation

/// The outcome of asking the person for a file.
public enum ChosenFile: Sendable, Equatable {
    case file(Data)
    case cancelled
    /// The system could not read it.
    case failed
}

/// The outcome of saving a file where the person chose.
public enum SavedFile: Sendable, Equatable {
    case saved
    case cancelled
    /// The system could not write it.
    case failed
}

/// Lets the person choose a file.
public typealias ChooseFile = @MainActor @Sendable () async -> ChosenFile
/// Lets the person choose where to save a file.
public typealias SaveFile = @MainActor @Sendable (Data) async -> SavedFile
