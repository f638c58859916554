import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import ECallSecurity

/// An error of a part that a call uses, and its meaning for the call.
protocol CallFailureCause: Error {
    var failure: CallFailure { get }
}

extension JanusClientError: CallFailureCause {
    var failure: CallFailure { .room(text) }
}

extension KeyStorageError: CallFailureCause {
    var failure: CallFailure { .unusable(text) }
}

extension MediaError: CallFailureCause {
    var failure: CallFailure { .media(text) }
}

extension SignedObjectError: CallFailureCause {
    var failure: CallFailure { .encryption(.callFailureCannotSign) }
}

/// Does a step of a call; an error of the part that it uses becomes the call's.
func step<Value, Cause: CallFailureCause>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws(Cause) -> Value
) async throws(CallFailure) -> Value {
    do throws(Cause) { return try await work() } catch { throw error.failure }
}

/// The same for a step that waits for nothing.
func syncStep<Value, Cause: CallFailureCause>(_ work: () throws(Cause) -> Value) throws(CallFailure) -> Value {
    do throws(Cause) { return try work() } catch { throw error.failure }
}

extension Result where Failure == CallFailure {
    /// Returns the result of a step that runs in parallel with others.
    static func of(_ work: () async throws(CallFailure) -> Success) async -> Self {
        do throws(CallFailure) { return .success(try await work()) } catch { return .failure(error) }
    }
}

extension APIClient {
    /// Sends a request with the errors of a call, except for codes with another meaning here.
    func ask<Response: Decodable & Sendable>(
        _ endpoint: Endpoint, id: UInt64? = nil, body: (any Encodable & Sendable)? = nil,
        as type: Response.Type = Response.self, but meanings: [ErrorCode: CallFailure] = [:]
    ) async throws(CallFailure) -> Response {
        do throws(APIClientError) {
            return try await send(endpoint, id: id, body: body, as: type)
        } catch {
            throw error.code.flatMap { meanings[$0] } ?? error.failure
        }
    }

    func publishedKeys(of users: [UserID]) async throws(CallFailure) -> PublishedKeys {
        PublishedKeys(try await ask(.publicKeys, body: PublicKeysRequest(userIds: users)), of: users)
    }
}
