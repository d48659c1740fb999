// Which hosts an address from somebody else may lead to.
import Foundation
import Servers
import Testing

@testable import HTTP
@testable import Providers

struct NetworkReachTests {
    private static func address(_ text: String) throws -> SocketAddress {
        let host = text.contains(":") ? "[\(text)]" : text
        return try #require(SocketAddress.all(of: "http://\(host):80").first)
    }

    @Test(arguments: [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.9.9.9", "169.254.169.254",
        "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.168.1.1", "198.18.0.1", "224.0.0.1",
        "255.255.255.255",
        "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::7f00:1", "64:ff9b::10.0.0.1", "fe80::1",
        "fd00::1",
        "fc00::1", "ff02::1", "2002:7f00:1::", "2001:0:1::", "2001:db8::1",
    ]) func `hosts of no public network are not reached`(_ text: String) throws {
        #expect(try !Self.address(text).isPublic)
        #expect(try !NetworkReach.publicOr([]).allows(Self.address(text)))
        #expect(try NetworkReach.publicOr([Self.address(text)]).allows(Self.address(text)))
        #expect(try NetworkReach.any.allows(Self.address(text)))
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.0.1", "100.128.0.1", "172.15.0.1", "172.32.0.1",
        "192.169.0.1", "198.20.0.1", "223.1.1.1", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1", "2600::1",
        "2a00:1450::1",
        "2001:4860::1",
    ]) func `hosts of the public internet are`(_ text: String) throws {
        #expect(try NetworkReach.publicOr([]).allows(Self.address(text)))
    }

    @Test func `another port of a host that was set is another host`() throws {
        let known = SocketAddress.all(of: "http://127.0.0.1:8080/path")
        #expect(known.count == 1 && SocketAddress.all(of: "127.0.0.1:8080") == known)
        #expect(NetworkReach.publicOr(known).allows(known.first))
        #expect(try !NetworkReach.publicOr(known).allows(Self.address("127.0.0.1")))
        #expect(!NetworkReach.publicOr(known).allows(nil))
        #expect(SocketAddress.all(of: "no address at all").isEmpty)
    }

    @Test func `no connection is made to a private host, nor where one redirects to it`() async throws {
        let hidden = try LoopbackServer { _ in ServerAnswer(body: .data(Data("secret".utf8))) }
        let place = hidden.address
        let source = try LoopbackServer { request in
            request.path == "/away"
                ? ServerAnswer(status: 302, headers: ["Location": place + "/x"], body: .data(Data()))
                : ServerAnswer(body: .data(Data("cover".utf8)))
        }
        let client = try RateLimitedClient(
            HTTPOptions(program: "Test/1", timeout: .seconds(10)), chosenAddresses: [source.address])
        #expect(try await client.picture(at: source.address + "/here") == Data("cover".utf8))
        for address in [
            source.address + "/away", hidden.address + "/x", "http://localhost:\(hidden.port)/x",
            "http://[::ffff:127.0.0.1]:\(hidden.port)/x",
        ] {
            let error = await #expect(throws: ProviderError.self) { try await client.picture(at: address) }
            if case .http(.privateNetwork)? = error {
            } else {
                Issue.record("\(address): \(String(describing: error))")
            }
        }
        #expect(hidden.requests.isEmpty)
    }
}
