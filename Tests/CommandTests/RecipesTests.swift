// Runs each recipe of the manual unchanged, with a reader or a site of its own.
import Foundation
import Servers
import TestSupport
import Testing

struct RecipesTests {
    /// By their headings.
    private enum Recipe: String, CaseIterable {
        case curl = "Recipes"
        case folder = "Every photo of a folder"
        case python = "Python"
        case paperless = "paperless-ngx"
        case android = "Android's share button"
        case calibre = "Calibre"
    }

    /// The code blocks of the page, each with its heading.
    private static func blocks() throws -> [(heading: String, code: String)] {
        try Repository.text("docs/recipes.md").split(separator: #/(?m)^#+ /#).flatMap { section in
            let heading = String(section.prefix { $0 != "\n" })
            return section.matches(of: #/(?ms)^```[a-z]*\n(.*?)^```$/#).map { (heading, String($0.1)) }
        }
    }

    @Test func `every recipe has a test`() throws {
        #expect(try Self.blocks().map(\.heading) == Recipe.allCases.map(\.rawValue))
    }

    // MARK: What they are run with

    private let program: Program
    private let port: HeldPort
    private static let token = String(repeating: "5ec2e7", count: 10)
    private static let isbn = "9780812973143"
    private static let otherISBN = "9781405362177"
    /// A name with characters that are special to shells and programs.
    private static let oddName = "it's {1,2} [a-b];, ü.jpg"

    private static let hasJQ = Judge.has("curl") && Judge.has("jq")
    private static let hasRequests = FileManager.default.fileExists(
        atPath: "/usr/lib/python3/dist-packages/requests")

    init() throws {
        program = try Program()
        port = try HeldPort()
        let photos = [
            "photo.jpg": "cover-isbn10-above-ean.jpg", "box/a.jpg": "cover-ean-price-addon.jpg",
            "box/\(Self.oddName)": "cover-isbn10-above-ean.jpg",
        ]
        for (name, photo) in photos { try program.write(try Photos.testImage(photo), to: name) }
        try program.write(Photos.blankPNG, to: "blank.png")
    }

    private func write(_ recipe: Recipe) throws {
        let block = try #require(Self.blocks().first { $0.heading == recipe.rawValue })
        try program.write(Data(block.code.utf8), to: "recipe")
    }

    /// Runs a command while a reader listens, whose address and token are in `ADDRESS` and `TOKEN`.
    private func withReader(_ command: String) async throws -> Outcome {
        try await program.shell(
            """
            export ADDRESS=\(port.address) TOKEN=\(Self.token)
            BOOKZONE_TOKEN=$TOKEN bookzone serve --reader --listen 127.0.0.1:\(port.number) >said 2>err & server=$!
            until grep -q 'listening on' err || ! kill -0 $server; do sleep 0.05; done
            \(command)
            code=$?; kill $server; wait $server; exit $code
            """, timeLimit: .seconds(200))
    }

    private func records(_ lines: some StringProtocol) throws -> [JSONValue] {
        let schema = try JSONSchema.named("scan-record")
        return try lines.split(separator: "\n").map { line in
            let record = try JSONValue(String(line))
            #expect(schema.problems(record) == [])
            return record
        }
    }

    // MARK: One by one

    @Test(.enabled(if: Judge.has("curl"), "needs curl")) func `curl prints a photo's record`() async throws {
        try write(.curl)
        let outcome = try await withReader(
            "sh -e recipe; TOKEN=wrong sh -e recipe; echo; echo \"refused $?\"")
        #expect(try records(outcome.stdout.prefix { $0 != "\n" }).count == 1, "\(outcome.stderr)")
        #expect(outcome.stdout.contains("\"\(Self.isbn)\""))
        #expect(outcome.stderr.contains("401"))
    }

    @Test(.enabled(if: hasJQ, "needs curl and jq"))
    func `a loop writes a folder's records, by the photos' names`() async throws {
        try write(.folder)
        let outcome = try await withReader("sh -e recipe; bookzone show box.jsonl --format csv")
        #expect(try records(program.text("box.jsonl") ?? "").count == 2, "\(outcome.stderr)")
        #expect(outcome.lines.contains { $0.contains("box/a.jpg") && $0.contains(Self.otherISBN) })
        #expect(outcome.lines.contains { $0.contains(Self.oddName) && $0.contains(Self.isbn) })
    }

    @Test(.enabled(if: hasRequests, "needs python3-requests"))
    func `Python reads photos in fifteen lines`() async throws {
        try write(.python)
        #expect(try #require(program.text("recipe")).split(separator: "\n").count <= 15)
        let outcome = try await withReader(
            "/usr/bin/python3 recipe photo.jpg blank.png; TOKEN=wrong /usr/bin/python3 recipe photo.jpg")
        #expect(
            outcome.lines == ["photo.jpg found \(Self.isbn)", "blank.png none"],
            "\(outcome.stdout)\(outcome.stderr)")
        #expect(outcome.exitCode != 0 && outcome.stderr.contains("401"))
    }

    /// Answers like paperless, and prints the requests.
    private static let paperless = """
        import http.server, sys

        class Paperless(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
                print(self.command, self.path, self.headers["Authorization"], body, flush=True)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(
                    b'{"count": 1, "next": null, "results": [{"id": 7, "name": "ISBN", "data_type": "string"}]}'
                    if self.command == "GET" else b'{"result": "OK"}')

            do_POST = do_GET

        server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Paperless)
        print("ready", file=sys.stderr, flush=True)
        server.serve_forever()
        """

    @Test func `paperless gets a document's ISBN, and is not changed if there is none`() async throws {
        try write(.paperless)
        try program.write(Data(Self.paperless.utf8), to: "paperless.py")
        let held = try HeldPort()
        let outcome = try await withReader(
            """
            python3 paperless.py \(held.number) >asked 2>ready & paperless=$!
            until test -s ready || ! kill -0 $paperless; do sleep 0.05; done
            export PAPERLESS_ADDRESS=\(held.address) PAPERLESS_TOKEN=secret
            chmod +x recipe
            DOCUMENT_ID=41 DOCUMENT_SOURCE_PATH=$PWD/blank.png ./recipe || echo failed
            DOCUMENT_ID=42 DOCUMENT_SOURCE_PATH="$PWD/box/\(Self.oddName)" ./recipe || echo failed
            kill $paperless; cat asked
            """)
        let edit = try JSONValue(
            """
            {"documents": [42], "method": "modify_custom_fields", "parameters": \
            {"add_custom_fields": {"7": "\(Self.isbn)"}, "remove_custom_fields": []}}
            """)
        let lines = outcome.lines
        try #require(lines.count == 2, "\(outcome.stdout)\(outcome.stderr)")
        #expect(lines[0] == "GET /api/custom_fields/?name__iexact=ISBN Token secret ")
        let start = "POST /api/documents/bulk_edit/ Token secret "
        try #require(lines[1].hasPrefix(start), "\(lines)")
        #expect(try JSONValue(String(lines[1].dropFirst(start.count))) == edit)
    }

    @Test(.enabled(if: hasJQ, "needs curl and jq"))
    func `a shared photo's book is shown on the phone`() async throws {
        try write(.android)
        for command in ["termux-toast", "termux-notification"] {
            let fake = "#!/bin/sh\necho \"$(basename \"$0\"): $*\"\ntest \"$1\" != --title || cat\n"
            try program.write(Data(fake.utf8), to: "phone/\(command)")
        }
        let visitor = Repository.root.appending(path: "scripts/checks/serving/visitor.py").path
        let outcome = try await program.shell(
            """
            bookzone add \(Self.isbn) --title 'Salt & "Tide"' --author 'Ada Novak' --year 1999 --store site.sqlite >added
            bookzone serve --store site.sqlite --offline --listen 127.0.0.1:\(port.number) \
                --address \(port.address) >said 2>err & server=$!
            until grep -q 'listening on' err || ! kill -0 $server; do sleep 0.05; done
            echo "ADDRESS=\(port.address) TOKEN=$(python3 '\(visitor)' token \(port.address) said)" >bookzone.env
            chmod +x phone/*; PATH=$PWD/phone:$PATH
            for photo in "box/\(Self.oddName)" blank.png; do sh recipe "$photo"; done
            kill $server; wait $server
            sh recipe photo.jpg; echo "failed $?"
            """, timeLimit: .seconds(300))
        #expect(
            outcome.lines == [
                "termux-notification: --title Salt & \"Tide\"", "Ada Novak, 1999, 978-0-8129-7314-3, new",
                "termux-notification: --title none",
                "termux-toast: The photo was not read: no answer from \(port.address)", "failed 1",
            ], "\(outcome.stdout)\(outcome.stderr)")
    }

    @Test(.enabled(if: Judge.has("calibredb"), "needs calibredb, of the package calibre"))
    func `Calibre gets the books of a folder`() async throws {
        try write(.calibre)
        let config = program.folder.appending(path: "config").path
        try program.write(
            Data("{\"library_path\": \"\(program.folder.path)/library\"}".utf8), to: "config/global.py.json")
        let outcome = try await program.shell(
            """
            bookzone add \(Self.isbn) --title 'Salt and Tide' --author 'Ada Novak' >added
            bookzone add \(Self.otherISBN) --title 'A Walk on Sunday' >added
            sh -e recipe >printed && calibredb list --fields isbn,title --for-machine
            """,
            environment: ["CALIBRE_CONFIG_DIRECTORY": config, "QT_QPA_PLATFORM": "offscreen"],
            timeLimit: .seconds(300))
        for words in [Self.isbn, "Salt and Tide", Self.otherISBN, "A Walk on Sunday"] {
            #expect(outcome.stdout.contains("\"\(words)\""), "\(outcome.stdout)\(outcome.stderr)")
        }
    }
}
