#if Server
// Which e-mails count against the limit of an address.
import Foundation
import HTTP
import Servers
import Testing

@testable import Server

struct MailerTests {
    @Test(arguments: [MailTestServer.Fault.greeting, .recipient, .sender, .message])
    func `e-mails that the server refused leave room for others`(fault: MailTestServer.Fault) async throws {
        let server = try MailTestServer(fault)
        let mailer = Mailer(
            try MailServer(url: server.address, sender: #require(MailAddress("site@club.test"))))
        let message = EmailMessage(
            to: try #require(MailAddress("ada@club.test")), subject: "Password", text: "A link.\n")
        for _ in 0..<6 { _ = await mailer.deliver(message) }
        #expect(server.letters.isEmpty)
        server.refuse(nil)
        // As by parallel requests.
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { _ = await mailer.deliver(message) } }
        }
        #expect(server.letters.count == 5)
    }
}
#endif
