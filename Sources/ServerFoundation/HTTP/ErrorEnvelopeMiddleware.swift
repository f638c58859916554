import ECallAPI
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore

/// Turns every error into the error envelope: the framework's own, and unexpected ones, which reveal nothing internal.
package struct ErrorEnvelopeMiddleware: RouterMiddleware {
    package typealias Context = AppRequestContext

    package let metrics: MetricsRegistry

    package func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch is IncompleteRequest {
            // Counted where it was detected; the client is gone or has been answered.
            context.logger.debug("A request came in part only.")
            return try Self.incomplete.response(from: request, context: context)
        } catch {
            let failure = Self.failure(for: error, path: request.uri.path)
            if let storage = error as? StorageFailure {
                context.logger.error("nothing can be stored", metadata: ["reason": "\(storage)"])
            } else if failure.code == .internalError {
                // Only the type: descriptions of database errors contain arguments.
                context.logger.error("request failed", metadata: ["error": "\(type(of: error))"])
            }
            metrics.count(.errors, ["code": failure.code.rawValue])
            var response = try failure.response(from: request, context: context)
            if failure.code == .methodNotAllowed {
                // RFC 9110 section 15.5.6.
                let offered = Endpoint.methods(at: request.uri.path).map(\.rawValue)
                let methods = offered.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }
                response.headers[.allow] = methods.joined(separator: ", ")
            }
            return response
        }
    }

    private static let incomplete = APIFailure(.badRequest, "The request is incomplete")

    package static func failure(for error: any Error, path: String) -> APIFailure {
        switch error {
        case let failure as APIFailure: failure
        case is StorageFailure:
            APIFailure(.storageUnavailable, "The server cannot store data right now. Try again in a moment")
        case is NIOTooManyBytesError: APIFailure(.requestTooLarge, "The request is too large")
        case let error as any HTTPResponseError: failure(status: error.status, path: path)
        default: APIFailure(.internalError, "Something went wrong on the server")
        }
    }

    private static func failure(status: HTTPResponse.Status, path: String) -> APIFailure {
        switch status {
        case .notFound where !Endpoint.methods(at: path).isEmpty:
            APIFailure(.methodNotAllowed, "This method is not offered here")
        case .notFound: APIFailure(.notFound, "There is nothing here")
        case .contentTooLarge: APIFailure(.requestTooLarge, "The request is too large")
        case let status where status.kind == .clientError: APIFailure(.badRequest, "The request is not valid")
        default: APIFailure(.internalError, "Something went wrong on the server")
        }
    }

    package init(metrics: MetricsRegistry) {
        self.metrics = metrics
    }
}
