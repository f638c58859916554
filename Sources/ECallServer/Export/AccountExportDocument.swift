import ECallAPI
import Foundation
import ServerFoundation

/// Writes an `AccountExport` section by section, and long sections part by part: neither memory nor a transaction grows
/// with the stored data, and the next part is read once the client has taken the last one.
struct AccountExportDocument: Sendable {
    /// The rows of one part.
    static let part = 100

    let database: any Database
    let account: ExportedAccount
    let now: Timestamp

    private var user: UserID { account.id }

    func write(_ emit: (Data) async throws -> Void) async throws {
        for (index, section) in AccountExport.CodingKeys.allCases.enumerated() {
            try await emit(Data("\(index == 0 ? "{" : ",")\"\(section.rawValue)\":".utf8))
            try await write(section, emit)
        }
        try await emit(Data("}".utf8))
    }

    private func write(_ section: AccountExport.CodingKeys, _ emit: (Data) async throws -> Void) async throws {
        let user = user
        switch section {
        case .exportedAt: try await emit(JSONText.encode(now))
        case .account: try await emit(JSONText.encode(account))
        case .privacy:
            try await value(emit) { PrivacySettings(searchable: try SearchRepository($0).isSearchable(user)) }
        case .loginMethods: try await value(emit) { try AccountExportRepository($0).loginMethods(of: user) }
        case .devices: try await value(emit) { try AccountExportRepository($0).devices(of: user) }
        case .deviceStatements: try await value(emit) { try AccountExportRepository($0).statements(of: user) }
        case .contacts: try await value(emit) { try AccountExportRepository($0).contacts(of: user) }
        case .blocked: try await value(emit) { try AccountExportRepository($0).blocked(by: user) }
        case .reports:
            try await parts(emit) { sql, position in
                let reports = try ReportRepository(sql).made(by: user, after: position, limit: Self.part)
                return ExportPart(
                    items: reports.map(\.exported), next: reports.count < Self.part ? nil : reports.last)
            }
        case .sentFriendRequests: try await value(emit) { try FriendRequestRepository($0).sent(by: user) }
        case .receivedFriendRequests: try await value(emit) { try FriendRequestRepository($0).received(by: user) }
        case .shareTokens:
            try await parts(emit) { try ExportedTokens($0).made(by: user, after: $1, limit: Self.part) }
        case .searches:
            try await parts(emit) { try ExportedTokens($0).found(by: user, after: $1, limit: Self.part) }
        case .calls:
            try await parts(emit) { try ExportedCalls($0).seen(by: user, after: $1, limit: Self.part) }
        case .removedCalls:
            try await parts(emit) { try ExportedCalls($0).removed(by: user, after: $1, limit: Self.part) }
        }
    }

    private func value<Value: Encodable & Sendable>(
        _ emit: (Data) async throws -> Void, _ read: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws {
        try await emit(JSONText.encode(try await database.read(read)))
    }

    /// Writes an array whose parts are read one after the other, each in its own transaction.
    private func parts<Item: Encodable & Sendable, Position: Sendable>(
        _ emit: (Data) async throws -> Void,
        _ read: @escaping @Sendable (any SQLConnection, Position?) throws -> ExportPart<Item, Position>
    ) async throws {
        try await emit(Data("[".utf8))
        var (position, isFirst): (Position?, Bool) = (nil, true)
        repeat {
            let part = try await database.read { [position] in try read($0, position) }
            var text = Data()
            for item in part.items {
                if !isFirst { text.append(UInt8(ascii: ",")) }
                isFirst = false
                text.append(try JSONText.encode(item))
            }
            try await emit(text)
            position = part.next
        } while position != nil
        try await emit(Data("]".utf8))
    }
}

/// A page of items, and the position behind which the others follow; nil if there are none.
struct ExportPart<Item: Sendable, Position: Sendable>: Sendable {
    let items: [Item]
    let next: Position?
}
