#if Server
// Copies, loans and reservations on pages: who sees and does what, and reminders.
import Accounts
import Books
import Catalogue
import Foundation
import HTTP
import Providers
import Servers
import Testing
import Translation

@testable import Server

struct LoanPageTests {
    private static let isbn = "9780306406157"
    private static let page = "/books/9780306406157"

    /// A book with copies of the given labels.
    private func fill(_ site: TestSite, _ labels: [String] = ["K 1"]) throws {
        var book = Book(isbn: try ISBN(Self.isbn), title: "Harbour lights")
        book.credit(Origin(.fetched, "a source", .now))
        try site.store.save(book)
        for label in labels {
            try site.store.add(CopyEdit([.label: label, .place: "hall/A"]), of: BookSpecifier(Self.isbn))
        }
    }

    private func copy(_ site: TestSite, _ label: String = "K 1") throws -> BookCopy {
        try site.store.copy(label)
    }

    @Test func `only librarians see what changed in a copy`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let (kim, ana) = (try await site.visitor("Kim", .librarian), try await site.visitor("Ana"))
            let edit = CopyEdit([.price: "12.50 EUR", .place: ""])
            try site.store.recordingChange(.editCopy, by: "Kim").edit(copy: "K 1", edit)
            let page = try await kim.get("\(Self.page)/history").text
            #expect(page.contains("edited copies") && page.contains("12.50 EUR") && page.contains("hall/A"))
            #expect(try await !ana.get("\(Self.page)/history").text.contains("12.50 EUR"))
        }
    }

    @Test func `copies are added and counted on one page, which the book's leads to`() async throws {
        try await TestSite.with { site in
            try fill(site, [])
            _ = try site.store.add([BookSpecifier(Self.isbn)], to: "owned")
            let kim = try await site.visitor("Kim", .librarian)
            let book = try await kim.get(Self.page).text
            #expect(!book.contains("class=\"stock\""), "the list is among the marks")
            #expect(book.contains("\(Self.page)/copies\"") && !book.contains("\(Self.page)/stock"))
            let copies = try await kim.get("\(Self.page)/copies").text
            let id = try #require(try site.store.book(BookSpecifier(Self.isbn))?.id)
            #expect(copies.contains("action=\"\(BookSpecifier.id(id).path)/stock\""))
            let fields = [("list", "owned"), ("copies", "3"), ("shelf", "B 12")]
            #expect(try await kim.send("\(Self.page)/stock", fields)["location"] == Self.page)
            #expect(try await kim.get(Self.page).text.contains("class=\"stock\""))
            let stock = try site.store.stock(of: id)
            #expect(stock.map(\.copies) == [3] && stock.map(\.shelf) == ["B 12"])
        }
    }

    /// The form of the number and the shelf has what it was made from, as those of copies and books do.
    @Test func `of two who count copies at once nothing is lost`() async throws {
        try await TestSite.with { site in
            try fill(site, [])
            let book = try BookSpecifier(Self.isbn)
            try site.store.set(copies: 2, shelf: "A", of: book, on: "owned")
            let (kim, lee) = (
                try await site.visitor("Kim", .librarian), try await site.visitor("Lee", .librarian)
            )
            let (page, path) = ("\(Self.page)/copies", "\(Self.page)/stock")
            func send(_ visitor: Visitor, _ form: PageForm, _ changes: [String: String]) async throws
                -> Answer
            {
                try await visitor.send(path, form.fields.merging(changes) { $1 }.map { ($0.key, $0.value) })
            }
            func entry(_ list: String = "owned") throws -> StockEntry? {
                try site.store.stock(of: book, on: list)
            }
            let (first, second) = (try await kim.form(page), try await lee.form(page))
            #expect(first.fields["copies"] == "2" && first.fields["former-shelf"] == "A")
            // Different fields don't conflict.
            #expect(try await send(kim, first, ["shelf": "B 12"]).status == 303)
            #expect(try await send(lee, second, ["copies": "3"]).status == 303)
            #expect(try entry()?.copies == 3 && entry()?.shelf == "B 12")
            let refused = try await send(lee, second, ["shelf": "C"])
            #expect(refused.status == 409 && refused.text.contains("<b dir=\"auto\">B 12</b>"))
            #expect(try entry()?.shelf == "B 12")
            let both = PageForm(refused.text)
            #expect(both.fields["shelf"] == "C" && both.fields["former-shelf"] == "B 12")
            #expect(try await send(lee, both, [:]).status == 303 && entry()?.shelf == "C")
            // A field that was blank and is blank changes nothing; one that was emptied does.
            let blank = [("list", "owned"), ("copies", "4"), ("shelf", "")]
            #expect(try await kim.send(path, blank).status == 303 && entry()?.shelf == "C")
            let emptied = try await kim.form(page)
            #expect(try await send(kim, emptied, ["shelf": ""]).status == 303)
            #expect(try entry()?.copies == 4 && entry()?.shelf == nil)
            // What the form showed of one list is nothing that was seen of another.
            try site.store.set(copies: 1, shelf: "D", of: book, on: "shop")
            let other = try await send(kim, emptied, ["list": "shop"])
            #expect(other.status == 409 && other.text.contains("<b dir=\"auto\">D</b>"))
            #expect(try await send(kim, emptied, ["list": "fair"]).status == 303)
            #expect(try entry("fair")?.copies == 4 && entry("shop")?.copies == 1)
        }
    }

    @Test func `a form that is sent twice adds one copy`() async throws {
        try await TestSite.with { site in
            try fill(site, [])
            try site.store.save(Book(isbn: ISBN(Self.isbn), title: "Lanterns"))
            let kim = try await site.visitor("Kim", .librarian)
            let path = "\(Self.page)/copies"
            func key() async throws -> String {
                String(
                    try #require(
                        try await kim.get(path).text.firstMatch(of: /name="key" value="([\w-]{43})"/)?.1))
            }
            let form = [("key", try await key()), ("place", "hall")]
            for _ in 0..<2 {
                let answer = try await kim.send(path, form)
                #expect(answer.status == 303 && answer["location"] == Self.page)
            }
            func places() throws -> [String?] { try site.store.copies(named: Self.isbn).map(\.place) }
            #expect(try places() == ["hall"])
            // Another copy is typed on the same page, or the same on a new one.
            _ = try await kim.send(path, [form[0], ("place", "attic")])
            _ = try await kim.send(path, [("key", try await key()), ("place", "hall")])
            #expect(try places().compactMap(\.self).sorted() == ["attic", "hall", "hall"])
        }
    }

    @Test func `a librarian lends and takes back, and only the borrower sees who has it`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let kim = try await site.visitor("Kim", .librarian)
            let (ana, tom) = (try await site.visitor("Ana"), try await site.visitor("Tom"))
            let path = "/copies/\(try copy(site).id!.value)"
            // The name is spelled as in the store.
            try site.say("Said.", by: "Ana", on: Self.isbn)
            let sent = try await kim.send("\(path)/lend", [("person", " ana "), ("due", "2999-01-02")])
            #expect(sent.status == 303 && sent["location"] == Self.page)
            #expect(try copy(site).loan?.person == "Ana" && copy(site).loan?.due == Day("2999-01-02"))
            for visitor in [kim, ana, tom] {
                let text = try await visitor.get(Self.page).text
                #expect(text.contains("lent until 2 Jan 2999") && text.contains("hall/A"))
            }
            func copies(_ visitor: Visitor) async throws -> Substring {
                try await visitor.get(Self.page).text.split(separator: #"id="copies""#).last ?? ""
            }
            #expect(try await copies(kim).contains("<bdi>Ana</bdi>"))
            #expect(try await copies(ana).contains("<bdi>Ana</bdi>"))
            #expect(try await !copies(tom).contains("Ana"))
            #expect(try await ana.get("/loans").text.contains("Harbour lights"))
            #expect(try await !tom.get("/loans").text.contains("Harbour lights"))
            #expect(try await kim.get("/loans").text.contains("<bdi>Ana</bdi>"))
            // Once more is refused with a reason.
            let again = try await kim.send("\(path)/lend", [("person", "Tom")])
            #expect(again.status == 422 && again.text.contains("The copy is lent already."))
            #expect(try await kim.send("\(path)/return").status == 303)
            let back = try await kim.send("\(path)/return")
            #expect(back.status == 422 && back.text.contains("The copy is not lent."))
            #expect(try site.store.loans().isEmpty)
            // What was returned is still the borrower's to see.
            #expect(try await ana.get("/account/export").text.contains(#""due" : "2999-01-02""#))
            #expect(try await !tom.get("/account/export").text.contains("2999-01-02"))
        }
    }

    @Test(arguments: [
        ("", "", "Enter who borrows it."),
        (String(repeating: "n", count: 201), "", "The name of a borrower has at most 200 bytes."),
        ("Ana", "2001-01-01", "The last day must be today or later"),
        ("Ana", "soon", "The last day must be today or later"),
    ])
    func `what can't be lent is said`(person: String, due: String, words: String) async throws {
        try await TestSite.with { site in
            try fill(site)
            let kim = try await site.visitor("Kim", .librarian)
            let path = "/copies/\(try copy(site).id!.value)"
            let answer = try await kim.send("\(path)/lend", [("person", person), ("due", due)])
            #expect(answer.status == 422 && answer.text.contains(words))
            #expect(try site.store.loans().isEmpty)
        }
    }

    @Test func `a reader reserves, is next, and cancels`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let kim = try await site.visitor("Kim", .librarian)
            let (ana, tom) = (try await site.visitor("Ana"), try await site.visitor("Tom"))
            let path = "/copies/\(try copy(site).id!.value)"
            _ = try await kim.send("\(path)/lend", [("person", "Tom")])
            #expect(try await ana.get(Self.page).text.contains(#"value="reserve""#))
            #expect(try await !tom.get(Self.page).text.contains(#"value="reserve""#), "he has it")
            #expect(try await ana.send("\(Self.page)/reserve", [("do", "reserve")]).status == 303)
            // A form that is sent twice.
            #expect(try await ana.send("\(Self.page)/reserve", [("do", "reserve")]).status == 303)
            #expect(try await tom.send("\(Self.page)/reserve", [("do", "reserve")]).status == 422)
            #expect(try site.store.reservations().map(\.person) == ["Ana"])
            let waiting = try await ana.get(Self.page).text
            #expect(waiting.contains("You have reserved this book."))
            #expect(waiting.contains("then for <bdi>Ana</bdi>"))
            #expect(try await ana.get("/loans").text.contains("waiting"))
            #expect(try await !tom.get(Self.page).text.contains("Ana"))
            #expect(try await ana.get("\(Self.page)/history").text.contains("reserved it"))
            #expect(try await !tom.get("\(Self.page)/history").text.contains("Ana"))
            _ = try await kim.send("\(path)/return")
            let held = try await ana.get(Self.page).text
            #expect(held.contains("A copy is held for you."))
            #expect(held.contains(#">held</span> <span class="small">for <bdi>Ana</bdi>"#))
            let refused = try await kim.send("\(path)/lend", [("person", "Tom")])
            #expect(refused.status == 422 && refused.text.contains("held for Ana"))
            for _ in 0..<2 {
                #expect(try await ana.send("\(Self.page)/reserve", [("do", "cancel")]).status == 303)
            }
            #expect(try await kim.send("\(path)/lend", [("person", "Tom")]).status == 303)
        }
    }

    @Test func `a change is taken back once, however often its form is sent`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let (ana, tom) = (try await site.visitor("Ana"), try await site.visitor("Tom"))
            _ = try await ana.send("\(Self.page)/reserve", [("do", "reserve")])
            let change = try #require(try site.store.history(for: "Ana", limit: 1).first).id
            let path = "\(Self.page)/history/\(change)/undo"
            #expect(try await tom.send(path).status == 422)
            for _ in 0..<2 { #expect(try await ana.send(path).status == 303) }
            #expect(try await tom.send(path).status == 422)
            #expect(try site.store.reservations().isEmpty)
        }
    }

    @Test func `a reader takes a reservation back, and not the change before it`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let ana = try await site.visitor("Ana")
            try site.store.recordingChange(.comment, by: "Ana").add(
                Comment(person: "Ana", text: "Fine."), to: BookSpecifier(Self.isbn))
            #expect(try await ana.send("\(Self.page)/reserve", [("do", "reserve")]).status == 303)
            let account = try await site.account("Ana")
            #expect(try site.store.undo(nil, as: account)?.action == .reserve)
            #expect(try site.store.reservations().isEmpty)
            #expect(try await ana.get(Self.page).text.contains("Fine."))
        }
    }

    @Test func `a copy that was lent again since is not taken back by the form of the former loan`()
        async throws
    {
        try await TestSite.with { site in
            try fill(site)
            let kim = try await site.visitor("Kim", .librarian)
            let path = "/copies/\(try copy(site).id!.value)"
            try site.store.lend("K 1", to: "Ana")
            var forms: [[(String, String)]] = []
            for page in [path, "/loans"] {
                let loan = try await kim.get(page).text.firstMatch(of: /name="loan" value="(\d+)"/)?.1
                forms.append([("loan", String(try #require(loan, "\(page)")))])
            }
            try site.store.takeBack("K 1")
            try site.store.lend("K 1", to: "Bob")
            for form in forms {
                let stale = try await kim.send("\(path)/return", form)
                #expect(stale.status == 409 && stale.text.contains("is lent to Bob now."))
                #expect(try copy(site).loan?.person == "Bob")
            }
            let seen = try await kim.get(path).text.firstMatch(of: /name="loan" value="(\d+)"/)?.1
            let back = try await kim.send("\(path)/return", [("loan", String(try #require(seen)))])
            #expect(try back.status == 303 && copy(site).loan == nil)
        }
    }

    @Test func `copies are added, found, edited and removed`() async throws {
        try await TestSite.with { site in
            try fill(site, [])
            let kim = try await site.visitor("Kim", .librarian)
            let added = try await kim.send(
                "\(Self.page)/copies",
                [("label", "K 7"), ("place", " a / b "), ("price", "12.50 EUR"), ("list", "owned")])
            #expect(added.status == 303 && added["location"] == Self.page)
            let copy = try copy(site, "K 7")
            #expect(copy.place == "a/b" && copy.price == Price("12.50 EUR"))
            let path = "/copies/\(copy.id!.value)"
            for text in ["K 7", Self.isbn, "copy:\(copy.id!.value)"] {
                #expect(try await kim.get("/copies?named=\(text.queryPart)")["location"] == path, "\(text)")
            }
            // A label may be another copy's number, and then both are shown.
            let other = try site.store.add(
                CopyEdit([.label: "\(copy.id!.value)"]), of: BookSpecifier(Self.isbn))
            let both = try await kim.get("/copies?named=\(copy.id!.value)")
            #expect(both.status == 200 && both.text.contains("/copies/\(other.id!.value)\""))
            #expect(both.text.contains("\(path)\""))
            try site.store.removeCopy(other.id!.description)
            #expect(try await kim.get("/copies?named=nothing").text.contains("No copy has this label"))
            #expect(try await kim.get("/copies?place=a").text.contains("K 7"))
            #expect(try await !kim.get("/copies?place=b").text.contains("K 7"))
            // What is wrong comes back as it was typed.
            let wrong = try await kim.send(path, [("price", "much"), ("notes", "torn")])
            #expect(
                wrong.status == 422 && wrong.text.contains("value=\"much\"") && wrong.text.contains("torn"))
            let twin = try await kim.send("\(Self.page)/copies", [("label", "K 7")])
            #expect(twin.status == 422 && twin.text.contains("Another copy has the label “K 7”."))
            #expect(try await kim.send(path, [("reason", "sold")]).status == 303)
            #expect(try self.copy(site, "K 7").state == .gone)
            #expect(try await !kim.get("/copies").text.contains("K 7"))
            #expect(try await kim.get("/copies?gone=1").text.contains("sold"))
            #expect(try await kim.send("\(path)/remove").status == 303)
            #expect(try await kim.get(path).status == 404)
            #expect(try await kim.send("\(path)/remove").status == 404)
        }
    }

    @Test func `a copy's form overwrites nothing that somebody else has changed`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let kim = try await site.visitor("Kim", .librarian)
            let path = "/copies/\(try copy(site).id!.value)"
            #expect(try await kim.get(path).text.contains(#"name="former-place" value="hall/A""#))
            try site.store.edit(copy: "K 1", CopyEdit([.place: "attic", .price: "7 EUR", .notes: "a\nb"]))
            let form = [("place", "hall/A"), ("former-place", "hall/A"), ("price", ""), ("former-price", "")]
            let noted = [("notes", "a\r\nb"), ("former-notes", "a\r\nb"), ("condition", "torn")]
            #expect(try await kim.send(path, form + noted).status == 303)
            let saved = try copy(site)
            #expect(saved.place == "attic" && saved.price == Price("7 EUR"))
            #expect(saved.notes == "a\nb" && saved.condition == "torn")
            let refused = try await kim.send(path, [("place", "cellar"), ("former-place", "hall/A")])
            #expect(refused.status == 409 && refused.text.contains(#"value="cellar""#))
            #expect(refused.text.contains("Somebody else has made it: <b dir=\"auto\">attic</b>"))
            #expect(try copy(site).place == "attic")
            let seen = [("place", "cellar"), ("former-place", "attic")]
            #expect(try await kim.send(path, seen).status == 303 && copy(site).place == "cellar")
        }
    }

    /// Of a copy that two pages and the command line lend at once, one loan remains.
    @Test func `a copy is lent once to many who ask at once`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let path = "/copies/\(try copy(site).id!.value)/lend"
            let other = try site.otherStore()
            let done = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<6 {
                    let kim = try await site.visitor("Kim \(number)", .librarian)
                    _ = try await kim.get("/sign-in")
                    group.addTask { try await kim.send(path, [("person", "Reader \(number)")]).status == 303 }
                    group.addTask { (try? other.lend("K 1", to: "Other \(number)")) != nil }
                }
                return try await group.reduce(into: 0) { count, isDone in count += isDone ? 1 : 0 }
            }
            #expect(done == 1)
            #expect(try site.store.loans().count == 1)
        }
    }

    @Test func `a photo of a label leads librarians to its copy`() async throws {
        try await TestSite.with { site in
            try fill(site, ["K 1", "K 2"])
            let kim = try await site.visitor("Kim", .librarian)
            let ana = try await site.visitor("Ana")
            for (name, visitor) in [("Kim", kim), ("Ana", ana)] {
                var upload = Upload(
                    id: Secret().text, account: try await site.account(name).id, key: name, name: "a.jpg")
                upload = try site.store.keepUnbounded(upload)
                var record = PhotoRecord(
                    photo: "a.jpg", sha256: String(repeating: "a", count: 64), status: .none)
                record.others = [
                    OtherReading(number: try #require(OtherNumber(.label, "K 2")), confidence: 0.99),
                    OtherReading(
                        number: try #require(OtherNumber(.label, "another house's")), confidence: 0.99),
                ]
                (upload.record, upload.state) = (record, .read)
                try site.store.save(read: upload)
                let page = try await visitor.get("/photos/\(upload.id)").text
                let path = "/copies/\(try copy(site, "K 2").id!.value)"
                #expect(page.contains(path) == (name == "Kim"), "\(name)")
            }
        }
    }

    // MARK: Reminders

    private func reader(_ name: String, _ site: TestSite, verified: Bool = true) async throws {
        let account = try await site.account(name)
        let address = "\(name.lowercased())@club.test"
        try site.store.set(email: address, of: account.id)
        guard verified else { return }
        try site.store.save(
            Ticket(.address, account: account.id, name: address, until: .now + 60), hash: name)
        #expect(try site.store.verify(by: name))
    }

    /// A site on the same store that sends e-mail. It is not served: a served one sends reminders whenever it starts to.
    private func mailingSite(_ site: TestSite, by server: MailServer) throws -> Site {
        var options = site.site.options
        options.mail = server
        return try Site(
            testing: options, site.store, sources: SourceSet(HTTPOptions(program: "BookZone")), covers: nil)
    }

    /// A message that the server may have, or that it refuses for good, is not sent again.
    @Test(arguments: [
        (MailTestServer.Fault?.none, false), (.greeting, true), (.busy, true), (.recipient, false),
        (.hangUp, false),
    ])
    func `a reminder that could not be sent is sent later`(
        fault: MailTestServer.Fault?, comesAgain: Bool
    ) async throws {
        let mail = try MailTestServer(fault)
        let server = try MailServer(url: mail.address, sender: #require(MailAddress("site@club.test")))
        try await TestSite.with { site in
            try fill(site, ["K 1"])
            try await reader("Ana", site)
            let day = try #require(Day(.now))
            try site.store.lend("K 1", to: "Ana", due: day)
            try await LoanReminders(mailingSite(site, by: server)).remind()
            #expect(mail.letters.count == (fault == nil || fault == .hangUp ? 1 : 0))
            #expect(try site.store.takeReminders(until: day, of: ["Ana"]).count == (comesAgain ? 1 : 0))
        }
    }

    @Test func `a site that stops while the mail server stalls sends the reminders after its next start`()
        async throws
    {
        let mail = try MailTestServer(.silence)
        let server = try MailServer(url: mail.address, sender: #require(MailAddress("site@club.test")))
        try await TestSite.with { site in
            try fill(site, ["K 1", "K 2"])
            let mailing = try mailingSite(site, by: server)
            let day = try #require(Day(.now))
            for (copy, name) in [("K 1", "Ana"), ("K 2", "Tom")] {
                try await reader(name, site)
                try site.store.lend(copy, to: name, due: day)
            }
            let reminders = LoanReminders(mailing)
            let reminding = Task { try await reminders.remind() }
            while try site.store.borrowersToRemind(until: day).contains("Ana") {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(try site.store.borrowersToRemind(until: day) == ["Tom"], "the next one waits")
            mailing.mailer.stop(within: .zero)
            try await reminding.value
            #expect(try site.store.borrowersToRemind(until: day) == ["Ana", "Tom"])
        }
    }

    @Test(arguments: ["delete", "remove", "change", "rename"])
    func `a reader whose account changed since a round began is reminded as it is now`(
        way: String
    ) async throws {
        let mail = try MailTestServer()
        let server = try MailServer(url: mail.address, sender: #require(MailAddress("site@club.test")))
        try await TestSite.with { site in
            try fill(site, ["K 1", "K 2"])
            let mailing = try mailingSite(site, by: server)
            let day = try #require(Day(.now))
            for (copy, name) in [("K 1", "Ana"), ("K 2", "Tom")] {
                try await reader(name, site)
                try site.store.lend(copy, to: name, due: day)
            }
            let tom = try await site.account("Tom")
            // The first e-mail waits for this one.
            let isReady = DispatchSemaphore(value: 0)
            mailing.mailer.send {
                isReady.wait()
                return []
            }
            let reminders = LoanReminders(mailing)
            let reminding = Task { try await reminders.remind() }
            while try site.store.borrowersToRemind(until: day).contains("Ana") {
                try await Task.sleep(for: .milliseconds(10))
            }
            switch way {
            case "delete": _ = try site.store.deleteAccount(tom.id)
            case "remove": try site.store.set(email: nil, of: tom.id)
            case "change": try site.store.set(email: "thomas@club.test", of: tom.id)
            default: #expect(try site.store.set(name: #require(AccountName("Thomas")), of: tom.id))
            }
            isReady.signal()
            try await reminding.value
            let (first, others) = (mail.letters.first, mail.letters.dropFirst())
            #expect(first?.contains("To: ana@club.test") == true)
            #expect(others.count == (way == "rename" ? 1 : 0))
            let left: Set<String> = ["remove", "change"].contains(way) ? ["Tom"] : []
            #expect(try site.store.borrowersToRemind(until: day).subtracting(["Tom"]) == [])
            #expect(try site.store.borrowersToRemind(until: day).isSuperset(of: left))
        }
    }

    @Test func `a borrower is reminded once, two days before the last day`() async throws {
        let mail = try MailTestServer()
        let server = try MailServer(url: mail.address, sender: #require(MailAddress("site@club.test")))
        try await TestSite.with {
            $0.mail = server
        } _: { site in
            try fill(site, ["K 1", "K 2", "K 3", "K 4"])
            try await reader("Ana", site)
            try await reader("Tom", site, verified: false)
            let now = Date.now
            func day(_ days: Double) -> Day { Day(now + days * 86_400)! }
            try site.store.lend("K 1", to: "Ana", due: day(2))
            try site.store.lend("K 2", to: "Ana", due: day(3))
            try site.store.lend("K 3", to: "Tom", due: day(1))
            // Nobody has an account with this name.
            try site.store.lend("K 4", to: "Ion", due: day(1))
            let reminders = LoanReminders(site.site)
            // As two processes of one site would do.
            try await reminders.remind(at: now)
            try await reminders.remind(at: now)
            for _ in 0..<18_000 where mail.letters.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
            let letter = try #require(mail.letters.first)
            #expect(letter.contains("To: ana@club.test") && letter.contains("Books to return"))
            let body = letter.components(separatedBy: "\n\n").dropFirst().joined().replacing("\n", with: "")
            let text = String(decoding: try #require(Data(base64Encoded: body)), as: UTF8.self)
            let shown = [day(2), day(3)].map { Language.english(Phrase($0)) }
            #expect(text.contains("\(shown[0])  Harbour lights") && !text.contains(shown[1]))
            #expect(text.contains("http://club.test/loans"))
            // A day later the second one follows, and the first does not come again.
            try await reminders.remind(at: now + 86_400)
            for _ in 0..<18_000 where mail.letters.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(mail.letters.count == 2)
            // With a verified address, the loan that was left is still there to be reminded of.
            try await reader("Tom", site)
            try await reminders.remind(at: now)
            for _ in 0..<18_000 where mail.letters.count < 3 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(mail.letters.last?.contains("To: tom@club.test") == true)
        }
    }
}
#endif
