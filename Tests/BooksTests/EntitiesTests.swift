// HTML entities, which sources leave in their data.
import Testing

@testable import Books

struct EntitiesTests {
    @Test(arguments: [
        ("Salt &amp; Tide", "Salt & Tide"), ("Caf&eacute; M&uuml;ller", "Café Müller"),
        ("It&#39;s &#x201C;so&#X201d;", "It's “so”"), ("&yuml;&nbsp;&iexcl;", "ÿ ¡"),
        ("&AElig;on &ndash; 1", "Æon – 1"),
        ("&amp;eacute;", "&eacute;"), ("AT&T; Q&A", "AT&T; Q&A"),
        ("&bogus; &#xD800; &#9999999;", "&bogus; &#xD800; &#9999999;"),
        ("&;&#;&#x;", "&;&#;&#x;"), ("plain", "plain"),
    ])
    func `entities become characters`(html: String, text: String) { #expect(html.withoutEntities == text) }

    @Test func `every text of a book is plain`() {
        let book = Book(
            title: "A &amp; B", subtitle: "C &lt; D",
            contributors: [Contributor(name: "&Eacute;lise", role: .editor)],
            series: "S &amp; T", publisher: "E &amp; F", subjects: ["G &gt; H"])
        #expect(
            book.withoutEntities()
                == Book(
                    title: "A & B", subtitle: "C < D",
                    contributors: [Contributor(name: "Élise", role: .editor)],
                    series: "S & T", publisher: "E & F", subjects: ["G > H"]))
    }
}
