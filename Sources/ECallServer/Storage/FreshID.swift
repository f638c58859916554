import ECallAPI

/// Draws ids until one is free; with 2^53 of them the first one nearly always is.
func freshID<Kind>(isTaken: (Identifier<Kind>) throws -> Bool) throws -> Identifier<Kind> {
    for _ in 0..<16 {
        let id = Identifier<Kind>.random()
        if try !isTaken(id) { return id }
    }
    throw NoFreeID()
}

struct NoFreeID: Error {}
