// Installing, and uninstalling everything.
import Foundation
import TestSupport
import Testing

struct InstallTests {
    private func install(_ options: String, in program: Program) async throws -> Outcome {
        try await program.shell(
            "'\(Repository.root.path)/scripts/install' --prefix \"$PWD/place\" \(options)")
    }

    @Test func `uninstalling removes exactly the installed files`() async throws {
        let program = try Program()
        let built = "--with-server --program '\(Program.products.appending(path: "bookzone").path)'"
        #expect(try await install(built, in: program).exitCode == 0)
        let files = try await program.shell("find place -type f | sort").lines
        for file in [
            "bin/bookzone", "libexec/bookzone/bookzone-pdf", "libexec/bookzone/bookzone-serve",
            "share/man/man1/bookzone.1", "share/man/man1/bookzone-scan.1",
            "share/man/man1/bookzone-serve-invite.1",
            "share/bash-completion/completions/bookzone", "share/zsh/site-functions/_bookzone",
            "share/fish/vendor_completions.d/bookzone.fish", "share/systemd/user/bookzone-watch.service",
        ] { #expect(files.contains("place/\(file)"), "\(file)") }
        let unit = try #require(program.text("place/share/systemd/user/bookzone-watch.service"))
        let place = try await program.shell("echo \"$PWD/place\"").lines[0]
        #expect(unit.contains("\nExecStart=\"\(place)/bin/bookzone\" scan "))

        #expect(!files.contains { $0.hasSuffix("bookzone-serve.service") })
        #expect(
            try await program.shell("place/bin/bookzone serve --help").stdout.contains(
                "bookzone serve invite"))

        _ = try await program.shell(
            ": >place/share/man/man1/other.1; : >place/share/man/man1/bookzone-gone.1")
        #expect(try await install(built, in: program).exitCode == 0)
        #expect(program.text("place/share/man/man1/bookzone-gone.1") == nil)
        #expect(try await install("--uninstall", in: program).exitCode == 0)
        #expect(try await program.shell("find place -type f").lines == ["place/share/man/man1/other.1"])
        #expect(try await program.shell("ls place").lines == ["share"])

        _ = try await program.shell("rm -r place")
        _ = try await install(built, in: program)
        _ = try await install("--uninstall", in: program)
        #expect(try await program.shell("ls").lines == [])
    }

    @Test func `what is no program is not installed`() async throws {
        let program = try Program()
        let outcome = try await install("--program missing", in: program)
        #expect(outcome.exitCode == 64 && outcome.stderr.contains("missing is no program"))
        #expect(try await program.shell("ls").lines == [])
    }

    @Test func `a package is built from another root`() async throws {
        let program = try Program()
        func install(_ options: String) async throws -> Outcome {
            try await program.shell(
                "DESTDIR=\"$PWD/stage\" '\(Repository.root.path)/scripts/install' --prefix /usr \(options)")
        }
        let built = "--with-server --program '\(Program.products.appending(path: "bookzone").path)'"
        #expect(try await install(built).exitCode == 0)
        let files = try await program.shell("find stage -type f").lines
        for file in [
            "bin/bookzone", "share/man/man1/bookzone.1", "share/zsh/vendor-completions/_bookzone",
            "lib/systemd/user/bookzone-watch.service", "lib/systemd/system/bookzone-serve.service",
        ] { #expect(files.contains("stage/usr/\(file)"), "\(file)") }
        let unit = try #require(program.text("stage/usr/lib/systemd/user/bookzone-watch.service"))
        #expect(unit.contains("\nExecStart=\"/usr/bin/bookzone\" scan "))
        let site = try #require(program.text("stage/usr/lib/systemd/system/bookzone-serve.service"))
        #expect(site.contains("\nExecStart=\"/usr/bin/bookzone\" serve $OPTIONS\n"))
        // Without it, the files that came with it are removed.
        #expect(try await install(built.replacing("--with-server", with: "")).exitCode == 0)
        #expect(try await program.shell("find stage -name 'bookzone-serve*'").lines.count == 1)
        #expect(try await install("--uninstall").exitCode == 0)
        #expect(try await program.shell("find stage -type f").lines == [])
    }

    @Test func `each command has a page that says all of its options`() async throws {
        let program = try Program()
        let outcome = try await program.shell(
            """
            mkdir man; '\(Repository.root.path)/scripts/packaging/man-pages' "$(command -v bookzone)" man
            command -v groff >/dev/null && for page in man/*; do groff -man -ww -z -Tutf8 "$page" >&2; done; true
            """)
        #expect(outcome.stderr.isEmpty, "roff warns: \(outcome.stderr)")
        for command in try await CommandTree(program).commands {
            let page = try #require(program.text("man/\(command.path.replacing(" ", with: "-")).1"))
            let plain = page.replacing("\\-", with: "-")
            let help = try await program.shell("\(command.path) --help")
            let options = help.stdout.matches(of: /(?m)^  (?:-\w, )?(--[a-z0-9-]+)/).map { String($0.1) }
            #expect(!options.isEmpty)
            for option in options {
                #expect(plain.contains("\\fB\(option)\\fP"), "\(command.path) \(option)")
            }
        }
    }
}
