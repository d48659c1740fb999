// `export abebooks`: copies for sale.
import Foundation
import TestSupport
import Testing

struct AbeBooksTests {
    private let program: Program

    init() throws { program = try Program() }

    private func run(_ words: String) async throws -> Outcome {
        try await program.shell(words, environment: ["BOOKZONE_USER": "maria"])
    }

    @Test func `each copy with a price is a row`() async throws {
        let outcome = try await run(
            """
            bookzone add 0306406152 --title 'A  Title' --subtitle Sub --author 'Jane van Doe' --publisher Press --year 1994
            bookzone add 0439023483 --title Lent; bookzone add --title 'No price'
            bookzone copy add 0306406152 --price '12.50 EUR' --condition 'very good' >/dev/null
            bookzone copy add 0306406152 --price '8 EUR' --condition 'shelf-worn' --notes 'A "note".
            Second line.' >/dev/null
            bookzone copy add 0306406152 >/dev/null
            bookzone copy add 0439023483 --price '1 EUR' >/dev/null; bookzone lend 0439023483 --to Tom >/dev/null
            bookzone copy add id:3 >/dev/null; bookzone copy add 9783161484100 --price '5 EUR' >/dev/null
            bookzone export abebooks -o stock.txt; echo $?; bookzone export abebooks 0306406152 --offline | wc -l
            """)
        let rows = try #require(program.text("stock.txt")).split(separator: "\r\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(
            rows == [
                [
                    "listingid", "title", "author", "illustrator", "price", "quantity", "booktype",
                    "description",
                    "bindingtext", "bookcondition", "publishername", "yearpublished", "isbn",
                ],
                [
                    "1", "A Title: Sub", "van Doe, Jane", "", "12.50", "1", "Book", "", "", "Very Good",
                    "Press",
                    "1994", "9780306406157",
                ],
                [
                    "2", "A Title: Sub", "van Doe, Jane", "", "8.00", "1", "Book",
                    #""shelf-worn. A ""note"". Second line.""#, "", "", "Press", "1994", "9780306406157",
                ],
            ])
        #expect(outcome.lines.suffix(2) == ["1", "3"])
        #expect(outcome.stderr.contains("2 books have no copy for sale"))
        for words in [
            "copy:3: not exported: no price\n", "copy:4: not exported: lent to Tom\n",
            "copy:5: not exported: no price\n", "copy:6: not exported: its book has no title\n",
        ] {
            #expect(outcome.stderr.contains(words), "\(outcome.stderr)")
        }
        #expect(outcome.stderr.contains("1 book can't be written in this format, for want of a title"))
    }

    @Test func `a price that is too long is not cut off`() async throws {
        let outcome = try await run(
            """
            bookzone add 0306406152 --title One >/dev/null
            for price in 9999999,99 10000000; do bookzone copy add 0306406152 --price "$price EUR" >/dev/null; done
            bookzone export abebooks 2>note | cut -f 1,5 | tail -n +2; cat note
            """)
        #expect(outcome.lines.first == "1\t9999999.99", "\(outcome.lines)")
        #expect(outcome.lines.contains("copy:2: not exported: a price of more than 10 characters"))
    }

    /// A price without its currency would be another price.
    @Test func `prices in several currencies are not mixed`() async throws {
        let outcome = try await run(
            """
            bookzone add 0306406152 --title One; bookzone add 0439023483 --title Two; bookzone add --title Three
            for price in 3 4 5 6; do bookzone copy add 0306406152 --price "$price EUR"; done >/dev/null
            bookzone copy add 0439023483 --price '8 USD' >/dev/null; bookzone copy add id:3 --price '9 EUR' >/dev/null
            bookzone export abebooks -o all.txt; echo $?; ls all.txt
            bookzone export abebooks 0306406152 id:3 --offline | wc -l
            bookzone export abebooks 0439023483 --offline | wc -l
            bookzone copy edit copy:5 --price '7 EUR' >/dev/null; bookzone export abebooks -o all.txt; echo $?
            """)
        #expect(outcome.lines.suffix(4) == ["2", "6", "2", "0"], "\(outcome.lines)")
        #expect(
            outcome.stderr.contains("5 in EUR: copy:1, copy:2, copy:3 …; 1 in USD: copy:5"),
            "\(outcome.stderr)")
    }

    /// Of a list on which none are counted, all copies of its books are for sale.
    @Test func `of a list, its own copies are for sale`() async throws {
        let outcome = try await run(
            """
            bookzone add 0306406152 --title One >/dev/null; bookzone copy add 0306406152 --price '9 USD' >/dev/null
            bookzone copy add 0306406152 --list stock --price '12 EUR' >/dev/null
            bookzone export abebooks --list stock -o stock.txt; echo $?; cut -f 1,5 stock.txt | tail -n +2
            bookzone copy edit copy:1 --price '9 EUR' >/dev/null; bookzone list add table 0306406152 >/dev/null
            bookzone export abebooks --list table | wc -l
            """)
        #expect(outcome.lines == ["0", "2\t12.00", "3"], "\(outcome.lines) \(outcome.stderr)")
    }

    @Test func `a shared catalogue has no copies`() async throws {
        let outcome = try await run("bookzone export abebooks --store http://127.0.0.1:1")
        #expect(outcome.exitCode == 2 && outcome.stderr.contains("are in the store's file"))
    }
}
