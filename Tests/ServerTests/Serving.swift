#if Server
// Runs a server during a test. HummingbirdTesting does the same, but depends on an HTTP client and BoringSSL, which
// take minutes to build.
import Hummingbird
import Logging
import ServiceLifecycle

/// - Parameters:
///   - make: creates the server, which reports its port when clients can connect.
///   - body: is passed that port; the server ends with it.
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
