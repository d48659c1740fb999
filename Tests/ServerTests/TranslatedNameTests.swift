#if Server
// Words on pages that are made of stored ones: what an inventory counts, labels of fields, names of languages.
import Accounts
import Books
import Catalogue
import TestSupport
import Testing
import Translation

@testable import Server

struct TranslatedNameTests {
    @Test func `what an inventory counts is in the language of the page`() async throws {
        try await TestSite.with { site in
            let german = try #require(Language.all.named("de"))
            let owned = german(Phrase(list: ListName.owned))
            let kim = try await site.visitor("Kim", .librarian)
            try site.store.add(CopyEdit([.place: "hall/1"]), of: BookSpecifier("9780306406157"))
            try site.store.beginInventory("Spring", of: .list("owned"))
            try site.store.beginInventory("Summer", of: .place("hall"))
            let page = try await kim.get("/inventories", ["Accept-Language": "de"]).text
            #expect(page.contains("<bdi>Liste \(owned)</bdi>") && page.contains("<bdi>Ort hall</bdi>"))
            let id = try #require(try site.store.inventories().first { $0.name == "Spring" }?.id)
            let one = try await kim.get("/inventories/\(id)", ["Accept-Language": "de"]).text
            #expect(one.contains("Liste \(owned)") && one.contains("wie auf der Liste \(owned)"))
            #expect(!one.contains("Liste owned"))
        }
    }

    @Test(arguments: [("en", "Series"), ("de", "Reihe"), ("fr", "Série"), ("es", "Serie")])
    func `the field of a series names one`(code: String, label: String) throws {
        let language = try #require(Language.all.named(code))
        #expect(language(EditedField.series.label) == label)
    }

    @Test(arguments: [
        ("fr", ["de", "en", "ar", "zh", "da", "ee", "fr"]),
        ("en", ["ar", "zh", "da", "en", "ee", "fr", "de"]),
    ])
    func `languages are offered in the order of their names`(code: String, order: [String]) throws {
        let language = try #require(Language.all.named(code))
        let known = order.sorted().filter { $0 != "da" }
        let options = BrowseAddress.options(languages: known, "da", in: language)
        #expect(options.compactMap { $0["value"] as? String } == order)
        #expect(options.compactMap { $0["isChosen"] as? Bool } == order.map { $0 == "da" })
    }
}
#endif
