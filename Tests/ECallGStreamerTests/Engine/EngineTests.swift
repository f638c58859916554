import Testing

/// Everything that runs pipelines, one after the other: parallel ones would measure each other.
@Suite("Engine", .serialized, .timeLimit(.minutes(1)))
struct EngineTests {}
