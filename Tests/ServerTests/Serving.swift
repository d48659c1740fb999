#if Server
// Runs a server for as long as a test takes. HummingbirdTesting does the same, but brings an HTTP client and BoringSSL along,
// which take minutes to build.
import Hummingbird
import Logging
import ServiceLifecycle

/// - Parameters:
///   - make: makes the server, which calls back with its port once clients can connect.
///   - body: is given that port; the server ends with it.
func serving<Value: Sendable>(
    _ make: (@escaping @Sendable (Int) -> Void) throws -> some ApplicationProtocol,
    _ body: (Int) async throws -> Value
) async throws -> Value {
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let application = try make { port.yield($0) }
    let services = ServiceGroup(services: [application], logger: .quiet)
    async let running: Void = {
        defer { port.finish() }
        try await services.run()
    }()
    guard let port = await ports.first(where: { _ in true }) else {
        try await running
        throw CancellationError()
    }
    let result: Result<Value, any Error>
    do { result = .success(try await body(port)) } catch { result = .failure(error) }
    await services.triggerGracefulShutdown()
    try await running
    return try result.get()
}
#endif
