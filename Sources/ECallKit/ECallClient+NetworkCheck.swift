import ECallAPI
import ECallAuthentication
import ECallCore
import ECallFlows
import ECallLanguage
public import NetworkCheck

extension ECallClient {
    /// Checks which parts of the server and its relays can be reached, and the bandwidth; takes up to half a minute, and less
    /// than three megabytes. The report lists unreachable parts.
    ///
    /// - Parameter progress: told before each step.
    public func checkNetwork(
        progress: @escaping @Sendable (NetworkCheckStep) async -> Void
    ) async throws(Failure) -> NetworkReport {
        await progress(.server)
        let offer: CredentialsResponse
        var report: NetworkReport
        do throws(APIClientError) {
            offer = try await api.send(.credentials)
            // On the connection that is open now.
            var times: [Double] = []
            for _ in 0..<3 {
                let asked = environment.time.nanoseconds()
                guard (try? await api.serverDate()) != nil else { continue }
                times.append(Double(environment.time.nanoseconds() - asked) / 1e6)
            }
            report = NetworkReport(server: .init(isReached: true, roundTripMilliseconds: times.min()))
        } catch {
            if case .signedOut = error { throw .signIn(.server(error)) }
            return NetworkReport(server: .init(isReached: false, problem: Texts(.english).string(error.text)))
        }
        await progress(.webSocket)
        do throws(Failure) {
            _ = try await goOnline()
            report.webSocket = .init(isReached: true)
        } catch .offline {
            report.webSocket = .init(isReached: false, problem: "no connection")
        }
        let check = RelayCheck(offer.relays, username: offer.turnUsername, password: offer.turnPassword)
        return await check.run(report, progress: progress)
    }
}

extension NetworkCheckFlow.Step {
    init(_ step: NetworkCheckStep) {
        let all = NetworkCheckStep.allCases
        self.init(number: (all.firstIndex(of: step) ?? 0) + 1, count: all.count, text: step.text)
    }
}

extension NetworkCheckFlow.Findings {
    init(_ report: NetworkReport) {
        self.init(carriesCalls: report.carriesCalls, sentences: NetworkAdvice.texts(for: report))
    }
}
