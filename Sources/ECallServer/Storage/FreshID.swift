import ECallAPI

/// Draws random ids until one is free; among 2^53 the first one nearly always is.
func freshID<Kind>(isTaken: (Identifier<Kind>) throws -> Bool) throws -> Identifier<Kind> {
    for _ in 0..<16 {
        let id = Identifier<Kind>.random()
        if try !isTaken(id) { return id }
    }
    throw NoFreeID()
}

struct NoFreeID: Error {}
