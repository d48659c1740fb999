#if Server
// Languages: that translations are complete, and what is shown to whom in which one.
import Accounts
import Books
import Catalogue
import Foundation
import HTTP
import Reading
import Servers
import TestSupport
import Testing
import Translation

@testable import Server

struct LanguageTests {
    // MARK: The files

    private static var scripts: [(String, String)] {
        Pages.assets.filter { $0.key.hasSuffix(".js") }.map { ($0, $1) }
    }

    /// Words that are marked, and phrases of the site, as translations are found by them.
    private static func keys() throws -> Set<String> {
        let marked = (Pages.templates + scripts).flatMap { MarkedWords.all(in: $0.1) }
        var keys = Set(marked.map { String($0.prefix { $0 != "|" }) })
        let files = try FileManager.default.subpathsOfDirectory(
            atPath: Repository.root.appending(path: "Sources/Server").path)
        for file in files where file.hasSuffix(".swift") {
            let source = SwiftTexts(try Repository.text("Sources/Server/\(file)"))
            keys.formUnion(source.ofPhrases.map(\.key))
            // What programs and administrators read is in English.
            if ["API/", "Checks/", "Scanning/", "ScanServer/"].contains(where: file.hasPrefix) { continue }
            for text in source.texts {
                let before = source.source[..<text.range.lowerBound].suffix(60)
                let isShown = before.contains(
                    /(?:FormProblem|\.wrong|providerFailed|again|title:|wrong:|ErrorMessage\(\s*\.\w+,)[\s(]*$/
                )
                // A sentence, or words that begin as one.
                let isSentence = text.key.contains(/^(?:[A-Z]\w*|“[^”]*”),? (?:.* )?[a-z]/)
                if isSentence || isShown && text.key.first?.isLowercase == false { keys.insert(text.key) }
            }
        }
        keys.formUnion(InventoryFinding.Status.allCases.map(\.words))
        keys.formUnion([InventoryFinding.LaterChange.moved, .returned, .lent].map(\.words))
        return keys.filter { key in
            key.replacing(/\{\d\}/, with: "").contains(/[A-Za-z]{2}/) && !["BookZone", "ISBN"].contains(key)
        }
    }

    @Test func `every file of translations is a language`() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: Repository.root.appending(path: "Sources/CResources/words").path)
        #expect(files.sorted() == Language.translated.map { "\($0.code).po" }.sorted())
        #expect(Set(Language.translated.map(\.name)).isSuperset(of: ["Deutsch", "Français", "Español"]))
    }

    @Test func `every word of a page has a translation`() throws {
        let keys = try Self.keys()
        #expect(keys.count > 700)
        for language in Language.translated.map(\.code) {
            let text = try Repository.text("Sources/CResources/words/\(language).po")
            let plurals = text.matches(of: /\nmsgid_plural "(.*)"/).map { String($0.1) }
            let missing = keys.subtracting(try PortableObject(text).messages.keys).subtracting(plurals)
            #expect(missing.isEmpty, "\(language): \(missing.sorted())")
        }
    }

    @Test(arguments: Language.translated.map(\.code))
    func `translations have the values, the markup and the forms of what they translate`(code: String) throws
    {
        let file = try PortableObject(Repository.text("Sources/CResources/words/\(code).po"))
        let language = try #require(Language.all.named(code))
        func parts(_ text: String) -> [String] {
            text.matches(of: /\{\{[^}]*\}\}|\{\d\}|\$\{[^}]*\}|<[^>]*>/).map { String($0.0) }.sorted()
        }
        let text = try Repository.text("Sources/CResources/words/\(code).po")
        let plurals = Set(text.matches(of: /msgid "(.*)"\nmsgid_plural/).map { String($0.1) })
        let marked = (Pages.templates + Self.scripts).flatMap { MarkedWords.all(in: $0.1) }
        for words in marked where words.contains("|") {
            #expect(plurals.contains(String(words.prefix { $0 != "|" })), "\(words)")
        }
        for (words, forms) in file.messages {
            #expect(forms.count == (plurals.contains(words) ? language.plurals.count : 1), "\(words)")
            for form in forms {
                #expect(parts(form) == parts(words), "\(words): \(form)")
                // Some stand in attributes, or in strings of scripts.
                if !words.contains("<") { #expect(!form.contains { "\"`\\<>".contains($0) }, "\(form)") }
            }
        }
    }

    @Test func `no template and no script has words that are not marked`() {
        for (name, text) in Pages.templates {
            var left = text.replacing(/\[\[(?!").+?\]\]/.dotMatchesNewlines(), with: "")
            left = left.replacing(/\{\{[$]width\}\}wide\{\{\/width\}\}/, with: "")
            let shown = left.matches(of: /(?:aria-label|placeholder|title|alt|data-sure)="([^"]*)"/).map {
                String($0.1)
            }
            left.replace(/\{\{[^}]*\}\}/, with: "")
            left.replace(/<(?:[^<>])*>|&\w+;/, with: " ")
            for rest in [left] + shown.map({ $0.replacing(/\{\{[^}]*\}\}/, with: "") }) {
                let words = rest.matches(of: /[A-Za-z]{2,}/).map { String($0.0) }
                #expect(words.allSatisfy { ["BookZone", "ISBN"].contains($0) }, "\(name): \(words)")
            }
        }
        for (name, text) in Self.scripts {
            let left = text.replacing(/\[\[(?!").+?\]\]/.dotMatchesNewlines(), with: "")
            let sentences = left.split(separator: "\n").filter {
                !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
            }
            .flatMap { $0.matches(of: /["`][A-Z][a-z]+ [^"`]*["`]/).map { String($0.0) } }
            #expect(sentences.isEmpty, "\(name): \(sentences)")
        }
    }

    // MARK: Pages

    @Test func `a page is in the language of the browser, or of the account where one is chosen`()
        async throws
    {
        try await TestSite.with { site in
            let visitor = site.visitor()
            #expect(try await visitor.get("/sign-in").text.contains("<html lang=\"en\" dir=\"ltr\""))
            let german = try await visitor.get("/sign-in", ["Accept-Language": "de-AT, en;q=0.5"]).text
            #expect(german.contains("<html lang=\"de\"") && german.contains("Anmelden"))
            let maria = try await site.visitor("Maria")
            let french = ["Accept-Language": "fr"]
            #expect(try await maria.get("/account", french).text.contains("Votre compte"))
            #expect(try await maria.send("/account/language", [("language", "es")]).status == 303)
            #expect(try await maria.get("/account", french).text.contains("Tu cuenta"))
            #expect(try await maria.send("/account/language", [("language", "xx")]).status == 400)
            #expect(try await maria.send("/account/language", [("language", "")]).status == 303)
            #expect(try await maria.get("/account", french).text.contains("Votre compte"))
            let missing = try await maria.get("/no/such/page", ["Accept-Language": "es"])
            #expect(missing.status == 404 && missing.text.contains("Página no encontrada"))
            let wrong = try await site.visitor().send(
                "/sign-in", [("name", "Maria"), ("password", "x")], ["Accept-Language": "de"])
            #expect(wrong.status == 422 && wrong.text.contains("Name oder Passwort ist falsch."))
        }
    }

    @Test func `pages for librarians have no English left`() async throws {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            let isbn = try ISBN("9780306406157")
            try site.store.save(Book(isbn: isbn, title: "Harbour lights"))
            let twin = try #require(
                try site.store.add(BookEdit([.title: ["Harbour lights"], .language: ["la"]])).book.reference)
            let german = ["Accept-Language": "de"]
            let cover = try await kim.get("/books/\(isbn.isbn13)/cover", german).text
            #expect(cover.contains("Dieser Umschlag ist gezeichnet") && !cover.contains("This cover"))
            let merging = try await kim.get("/books/\(isbn.isbn13)/merge?other=\(twin)", german).text
            #expect(merging.contains(">nichts</dd>") && !merging.contains(">none<"))
            #expect(merging.contains("Latein") && !merging.contains(">la<"))
            let book = try BookSpecifier(isbn.isbn13)
            _ = try site.store.recordingChange(.putOnList, "wanted", by: "Kim").add([book], to: "wanted")
            let history = try await kim.get("/books/\(isbn.isbn13)/history", german).text
            #expect(history.contains("auf die Liste gewünscht gesetzt"))
        }
    }

    @Test func `error pages are in the language of the account, too`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            #expect(try await maria.send("/account/language", [("language", "de")]).status == 303)
            for path in ["/nothing", "/liked?since=x", "/books/id:99"] {
                let page = try await maria.get(path, ["Accept-Language": "fr"])
                #expect(
                    [404, 422].contains(page.status) && page.text.contains("<html lang=\"de\""), "\(path)")
            }
        }
    }

    @Test func `scripts and the offline page come in the language of the page`() async throws {
        try await TestSite.with { site in
            let visitor = site.visitor()
            let page = try await visitor.get("/sign-in", ["Accept-Language": "de"]).text
            let script = try #require(page.firstMatch(of: /src="(\/photos\.js\?[0-9a-f]+-de)"/)?.1)
            let german = try await visitor.get(String(script)).text
            #expect(german.contains("Kein Netz.") && !german.contains("[["))
            for path in ["/photos.js", "/photos.js?x-yy", "/photos.js?x-en"] {
                #expect(try await visitor.get(path).text.contains("No network."))
            }
            let offline = try await visitor.get("/offline", ["Accept-Language": "fr"]).text
            #expect(offline.contains("Pas de réseau") && offline.contains("lang=\"fr\""))
        }
    }

    @Test func `numbers and days are those of the language`() throws {
        let day = Date(timeIntervalSince1970: 1_795_564_800)
        let shown = Dictionary(uniqueKeysWithValues: Language.all.map { ($0.code, $0.day(day)) })
        #expect(Set(shown.values).count >= 3, "\(shown)")
        #expect(shown.values.allSatisfy { $0.contains("2026") })
        #expect(Language.english.number(12_345) == "12,345")
        #expect(try #require(Language.all.named("de")).number(12_345) == "12.345")
        let french = try #require(Language.all.named("fr"))
        let words = MarkedWords.shown("[[{{count}} book|{{count}} books]]", in: french)
        #expect(words == "{{#count_0}}{{count}} livre{{/count_0}}{{#count_1}}{{count}} livres{{/count_1}}")
        #expect(french.plurals.form(of: 0) == 0 && french.plurals.form(of: 2) == 1)
    }

    @Test(arguments: [
        ("en", "4.3 (3,198,671 at Open Library)", "4.5 of 5", "20 Nov 2026", "Mar 2021"),
        ("de", "4,3 (3.198.671 bei Open Library)", "4,5 von 5", "20. Nov. 2026", "März 2021"),
        ("fr", "4,3 (3 198 671 chez Open Library)", "4,5 sur 5", "20 nov. 2026", "mars 2021"),
        ("es", "4,3 (3.198.671 en Open Library)", "4,5 de 5", "20 nov 2026", "mar 2021"),
    ])
    func `a book's page has the numbers and the dates of its language`(
        code: String, average: String, rating: String, day: String, month: String
    ) async throws {
        try await TestSite.with { site in
            let isbn = try ISBN("9780306406157")
            let maria = try await site.visitor("Maria")
            var book = Book(isbn: isbn, title: "Harbour lights")
            let noon = Date(timeIntervalSince1970: 1_795_176_000)
            book.credit(Origin(.fetched, "Open Library", noon))
            try site.store.save(book)
            var outcome = LookupOutcome(isbn: isbn, missesExpire: noon)
            outcome.found = Book(isbn: isbn)
            outcome.rating = SourceRating(source: "Open Library", average: 4.3, count: 3_198_671)
            try site.store.save(outcome)
            try site.store.add(
                Comment(person: "Maria", rating: Rating(4.5), written: noon), to: .isbn(isbn))
            try site.store.mark([.isbn(isbn)], as: .read, by: "Maria", on: PartialDate("2021-03"))
            let page = try await maria.get("/books/\(isbn.isbn13)", ["Accept-Language": code]).text
                .replacing("\u{202F}", with: " ")
            for words in [average, rating, day, month] { #expect(page.contains(words), "\(words)") }
            #expect(!page.contains("2026-11-20"))
        }
    }

    @Test(arguments: [("de", "deins"), ("fr", "à vous"), ("es", "tuyo")])
    func `a book is not yours as lists are`(code: String, yours: String) throws {
        let language = try #require(Language.all.named(code))
        #expect(language("yours" as Phrase) == yours)
        #expect(MarkedWords.shown("[[Yours]]", in: language).lowercased() == yours)
        #expect(MarkedWords.shown("[[@lists Yours]]", in: language).lowercased() != yours)
    }

    @Test func `a number of stars agrees with none in French`() throws {
        let french = try #require(Language.all.named("fr"))
        #expect(french("\(Phrase(number: 0, digits: 2)) of 5 stars") == "0 sur 5 étoiles")
    }

    @Test(arguments: [
        ("en", "Wait 1 second, then try again.", "Wait 12 seconds, then try again."),
        (
            "de", "Warte 1 Sekunde und versuche es dann noch einmal.",
            "Warte 12 Sekunden und versuche es dann noch einmal."
        ),
        ("fr", "Attendez 1 seconde, puis réessayez.", "Attendez 12 secondes, puis réessayez."),
        ("es", "Espera 1 segundo e inténtalo de nuevo.", "Espera 12 segundos e inténtalo de nuevo."),
    ])
    func `one second is to be waited, or several`(code: String, one: String, many: String) async throws {
        let language = try #require(Language.all.named(code))
        try await TestSite.with { site in
            for (wait, words) in [(0.4, one), (11.2, many)] {
                let message = SiteError.tooOften(wait).errorMessage(site.site.options)
                #expect(language(message.words) == words && message.wait == wait)
            }
        }
    }

    @Test(arguments: [
        ("en", "20 MB", "“Shelf”, “Box”"), ("de", "20 MB", "„Shelf“, „Box“"),
        ("fr", "20 Mo", "« Shelf », « Box »"), ("es", "20 MB", "«Shelf», «Box»"),
    ])
    func `sizes have the language's units, and names its quotation marks`(
        code: String, size: String, names: String
    ) async throws {
        let language = try #require(Language.all.named(code))
        try await TestSite.with { site in
            func plain(_ phrase: Phrase) -> String {
                language(phrase).replacing(/[\u{A0}\u{202F}]/, with: " ")
            }
            let message = SiteError.tooLarge(limit: 20 << 20).errorMessage(site.site.options)
            #expect(plain(message.words).contains(" \(size)"), "\(message.words)")
            let lines = ImportSummary().phrases(leftOut: ["Shelf", "Box"]).map(plain)
            #expect(lines.last?.hasSuffix(": \(names)") == true, "\(lines)")
        }
    }

    @Test func `formats have names that fit into a sentence`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let english = try await maria.get("/import").text
            #expect(english.contains("exports: results of scans (JSON Lines or CSV), MARC 21 (ISO 2709), "))
            #expect(english.contains(", lists of ISBNs, CSV. You see"))
            let french = try await maria.get("/import", ["Accept-Language": "fr"]).text
            #expect(french.contains("résultats de numérisations (JSON Lines ou CSV), MARC 21 (ISO 2709), "))
            #expect(french.contains(", le journal de lecture d’Open Library, "))
        }
    }

    @Test func `what was entered by hand comes from nowhere`() async throws {
        try await TestSite.with { site in
            var book = Book(isbn: try ISBN("9780306406157"), title: "Harbour lights")
            book.credit(.byHand)
            try site.store.save(book)
            let page = try await site.visitor("Maria").get("/books/9780306406157").text
            #expect(page.contains("Entered by hand, ") && !page.contains("From by hand"))
        }
    }

    @Test func `scripts write numbers and dates in the language of the page`() {
        for (name, text) in Self.scripts {
            #expect(!text.contains("toLocaleString()") && !text.contains("toLocaleString([]"), "\(name)")
        }
    }

    @Test func `why a photo could not be read is said in the reader's language`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let account = try #require(try site.store.accounts().first { $0.name == "Maria" })
            let failure = PhotoFailure(.tooManyPixels(width: 40_000, height: 30_000))
            let reading = ISBNReading(
                isbn: try ISBN("9780306406157"), confidence: 0.5, reason: "check digit only")
            let records = [
                PhotoRecord(photo: "a", status: .failed, error: failure),
                PhotoRecord(
                    photo: "b", width: 9, height: 9, status: .uncertain, candidates: [reading],
                    warnings: ["3 of its pages could not be read"]),
            ]
            var paths: [String] = []
            for record in records {
                var upload = Upload(
                    id: Secret().text, account: account.id, key: Secret().text, name: record.photo)
                upload = try site.store.keepUnbounded(upload)
                (upload.state, upload.record) = (.read, record)
                try site.store.save(read: upload)
                paths.append("/photos/\(upload.id)")
            }
            let german = ["Accept-Language": "de"]
            let failed = try await maria.get(paths[0], german).text
            #expect(failed.contains("40000×30000 Pixel sind zu viele; verkleinere es auf unter"))
            let doubtful = try await maria.get(paths[1], german).text
            #expect(doubtful.contains("978-0-306-40615-7? nur die Prüfziffer spricht dafür."))
            #expect(doubtful.contains("3 der Seiten ließen sich nicht lesen"))
            let all = try await maria.get("/photos", german).text
            #expect(all.contains("Pixel sind zu viele") && !all.contains("check digit"))
            #expect(try await maria.get(paths[0]).text.contains("pixels are too many"))
        }
    }

    @Test func `letters are in the account's language, and so is their subject`() async throws {
        let mail = try MailTestServer()
        let server = try MailServer(url: mail.address, sender: #require(MailAddress("site@club.test")))
        try await TestSite.with {
            $0.mail = server
        } _: { site in
            let account = try await site.account("Maria")
            try site.store.set(email: "maria@club.test", of: account.id)
            try site.store.save(
                Ticket(.address, account: account.id, name: "maria@club.test", until: .now + 60), hash: "h")
            #expect(try site.store.verify(by: "h"))
            try site.store.set(language: "fr", of: account.id)
            _ = try await site.visitor().send("/forgot", [("who", "Maria")], ["Accept-Language": "de"])
            for _ in 0..<18_000 where mail.letters.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
            let letter = try #require(mail.letters.first)
            let subject = try #require(letter.firstMatch(of: /Subject: ([^\n]*)/)?.1)
            let encoded = subject.firstMatch(of: /=\?utf-8\?B\?([^?]*)\?=/)?.1
            let shown = encoded.flatMap { Data(base64Encoded: String($0)) }.map {
                String(decoding: $0, as: UTF8.self)
            }
            #expect((shown ?? String(subject)) == "Réinitialiser votre mot de passe BookZone")
            let body = letter.components(separatedBy: "\n\n").dropFirst().joined().replacing("\n", with: "")
            let text = String(decoding: try #require(Data(base64Encoded: body)), as: UTF8.self)
            #expect(text.contains("Quelqu’un, probablement vous") && text.contains("Maria"))
            #expect(text.contains("http://club.test/reset?ticket="))
        }
    }

    @Test func `what is said in a value is never taken for words`() {
        let phrase: Phrase = "Search: \("{1} Books")"
        #expect(Language.english(phrase) == "Search: {1} Books")
        #expect(Language.all.named("de")?(phrase) == "Suche: {1} Books")
        #expect(Language.all.named("de")?(Phrase(verbatim: "Books")) == "Books")
        #expect(Language.all.named("de")?("Books" as Phrase) == "Bücher")
    }
}
#endif
