/// A named change of the tables. Once released a migration is never edited: new ones are added behind it.
package struct Migration: Sendable {
    package let name: String
    package let statements: [String]

    package init(name: String, statements: [String]) {
        self.name = name
        self.statements = statements
    }
}
