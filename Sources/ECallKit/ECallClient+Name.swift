import ECallAPI
public import ECallAccount
public import ECallCore

extension ECallClient {
    /// Renames the account. Returns the account as it is then stored here.
    ///
    /// - Parameter kept: the signed-in account.
    public nonisolated func rename(_ kept: Account, to name: String) async throws(AccountError) -> Account {
        var renamed = kept
        renamed.displayName = try await account.rename(to: name).displayName
        // The server has it; if this fails, the stored account is updated at the next sign-in.
        try? renamed.save(to: storage)
        return renamed
    }
}
