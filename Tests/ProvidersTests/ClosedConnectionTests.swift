// Threads of a program that makes requests may write to connections that the other side has closed.
import Foundation
import HTTP
import Testing

struct ClosedConnectionTests {
    @Test func `writing to a closed connection is an error and not the end of the process`() throws {
        let session = try HTTPSession(HTTPOptions(program: "Test/1"))
        defer { withExtendedLifetime(session) {} }
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let (count, code) = (write(ends[1], "x", 1), errno)
        #expect(count == -1 && code == EPIPE)
    }
}
