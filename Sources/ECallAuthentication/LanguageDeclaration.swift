import ECallAPI
public import ECallCore

/// Reports the language of this device to the server, which writes to the person in it (wire-protocol 9.4): at sign-in, and
/// whenever it changes.
public actor LanguageDeclaration {
    /// The language in this run of the program, a tag (BCP 47); nil if it is unknown, and the server's `Accept-Language` then.
    public private(set) var language: String?

    private let client: APIClient
    private let storage: any KeyStorage
    private var isUpdating = false

    /// - Parameter storage: remembers which one the server has; signing out wipes that.
    public init(client: APIClient, storage: any KeyStorage, language: String? = nil) {
        self.client = client
        self.storage = storage
        self.language = language
        client.accept(language: language)
    }

    /// Uses a language from now on, for requests and for the next sign-in.
    public func use(_ language: String) {
        self.language = language
        client.accept(language: language)
    }

    /// Records that the device declared this language as it signed in.
    func signedIn(declaring language: String?) throws(SignInError) {
        do throws(KeyStorageError) { try storage.store(language ?? "", as: .declaredLanguage) } catch {
            throw .storage(error)
        }
    }

    /// Reports the language to the server if it has another; for a signed-in device. After a failure, it is reported the next
    /// time.
    public func update() async throws(SignInError) {
        guard !isUpdating else { return }
        isUpdating = true
        defer { isUpdating = false }
        // The person may choose another one meanwhile.
        while let sent = language {
            guard try declared() != sent else { return }
            do throws(APIClientError) {
                _ = try await client.send(
                    .registerDevice, body: RegisterDeviceRequest(language: sent), as: StatusResponse.self)
            } catch {
                throw .server(error)
            }
            try signedIn(declaring: sent)
        }
    }

    private func declared() throws(SignInError) -> String? {
        do throws(KeyStorageError) { return try storage.value(.declaredLanguage, as: String.self) } catch {
            throw .storage(error)
        }
    }
}
