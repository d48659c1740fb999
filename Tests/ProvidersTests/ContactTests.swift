// Which contact addresses are sent to hosts.
import HTTP
import Testing

struct ContactTests {
    @Test(arguments: ["maria@example.org", "https://example.org/books", "http://example.org"])
    func `an address is sent`(contact: String) {
        let options = HTTPOptions(program: "Test/1", contact: contact)
        #expect(options.isContactKnown && options.userAgent == "Test/1 (\(contact))")
    }

    @Test(arguments: [
        "", "foo", "@", "maria@", "@example.org", "ftp://example.org", "https://", "märia@example.org",
        "maria@example.org\r\nCookie: a",
    ])
    func `anything else is ignored`(contact: String) {
        let options = HTTPOptions(program: "Test/1", contact: contact)
        #expect(!options.isContactKnown && options.userAgent == "Test/1")
    }
}
