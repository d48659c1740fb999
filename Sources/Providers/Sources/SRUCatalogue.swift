// The catalogues that are asked over SRU, and what differs from one to the next.
import MARC

/// What differs from one catalogue to the next.
struct SRUCatalogue: Sendable {
    var key: String
    var name: String
    var homeAddress: String
    var version: String
    var schema: String
    var dialect: MARCDialect
    /// A relation that holds words: `pica.isb=`, `bib.isbn any `.
    var isbn: String
    var title: String
    var author: String

    static let libraryOfCongress = SRUCatalogue(
        key: "loc", name: "Library of Congress", homeAddress: "http://lx2.loc.gov:210/lcdb", version: "1.1",
        schema: "marcxml", dialect: .marc21, isbn: "bath.isbn=", title: "bath.title=", author: "bath.author=")
    static let dnb = SRUCatalogue(
        key: "dnb", name: "DNB", homeAddress: "https://services.dnb.de/sru/dnb", version: "1.1",
        schema: "MARC21-xml", dialect: .marc21, isbn: "dnb.num=", title: "dnb.tit=", author: "dnb.per=")
    static let k10plus = SRUCatalogue(
        key: "k10plus", name: "K10plus", homeAddress: "https://sru.k10plus.de/opac-de-627", version: "1.1",
        schema: "marcxml", dialect: .marc21, isbn: "pica.isb=", title: "pica.tit=", author: "pica.per=")
    static let bnf = SRUCatalogue(
        key: "bnf", name: "BnF", homeAddress: "https://catalogue.bnf.fr/api/SRU", version: "1.2",
        schema: "unimarcxchange", dialect: .unimarc, isbn: "bib.isbn any ", title: "bib.title all ",
        author: "bib.author all ")
}
