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

    @Test(arguments: [(MailTestServer.Fault.silence, true), (.stall, false)])
    func `an e-mail is given up on request`(fault: MailTestServer.Fault, mayBeSentAgain: Bool) throws {
        let mail = try MailTestServer(fault)
        let server = try MailServer(url: mail.address, sender: #require(MailAddress("site@club.test")))
        let message = EmailMessage(
            to: try #require(MailAddress("ada@club.test")), subject: "Password", text: "A link.\n")
        let failure = #expect(throws: MailServer.Failure.self) {
            try server.send(message, timeout: .seconds(600)) { fault == .silence || !mail.letters.isEmpty }
        }
        #expect(failure?.cause == .cancelled && failure?.isPassing == mayBeSentAgain)
    }
}
#endif
