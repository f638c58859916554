/// A named change of the schema. A released migration is never edited: new ones are added after it.
package struct Migration: Sendable {
    package let name: String
    package let statements: [String]

    package init(name: String, statements: [String]) {
        self.name = name
        self.statements = statements
    }
}
