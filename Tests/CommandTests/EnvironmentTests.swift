// Environment variables: the store's path, and trusted certificates.
import Foundation
import Servers
import Testing

struct EnvironmentTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test(arguments: [
        ([:], "home/.local/share/bookzone/catalogue.sqlite"),
        (["XDG_DATA_HOME": "FOLDER/data"], "data/bookzone/catalogue.sqlite"),
        (["XDG_DATA_HOME": ""], "home/.local/share/bookzone/catalogue.sqlite"),
        (["XDG_DATA_HOME": "not/absolute"], "home/.local/share/bookzone/catalogue.sqlite"),
        (["XDG_DATA_HOME": "FOLDER/data", "BOOKZONE_STORE": "FOLDER/s.sqlite"], "s.sqlite"),
    ])
    func `the store is where the environment says`(_ environment: [String: String], _ path: String)
        async throws
    {
        let folder = program.folder.path
        let environment = environment.merging(["HOME": "FOLDER/home"]) { $1 }
            .mapValues { $0.replacing("FOLDER", with: folder) }
        let absent = try await program.shell("bookzone store info", environment: environment)
        #expect(absent.stderr.hasPrefix("\(folder)/\(path): no such store"))
        let made = try await program.shell("bookzone add --title T", environment: environment)
        #expect(made.stdout == "id:1\n")
        #expect(FileManager.default.fileExists(atPath: "\(folder)/\(path)"))
    }

    /// libcurl reports files that don't exist.
    @Test(arguments: [
        (["CURL_CA_BUNDLE": "absent-a", "SSL_CERT_FILE": "absent-b"], "absent-a"),
        (["SSL_CERT_FILE": "absent-b"], "absent-b"),
        (["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "absent-b"], "absent-b"),
    ])
    func `certificates are those named`(_ environment: [String: String], _ file: String) async throws {
        let server = try LoopbackServer { .openLibrary($0) }
        let address = server.address.replacing("http:", with: "https:")
        let outcome = try await program.shell(
            "bookzone lookup --source openlibrary 9780306406157",
            environment: environment.merging(["BOOKZONE_OPENLIBRARY_URL": address]) { $1 })
        #expect(outcome.stderr.contains("can't be verified") && outcome.stderr.contains(file))
        #expect(outcome.exitCode == 3)
        let check = try await program.shell(
            "bookzone serve check --store site.sqlite --listen 127.0.0.1:\(HeldPort().number)",
            environment: environment.merging([
                "BOOKZONE_SMTP_URL": server.address.replacing("http:", with: "smtps:"),
                "BOOKZONE_MAIL_FROM": "site@club.test",
                "BOOKZONE_OPENID_ISSUER": address, "BOOKZONE_OPENID_CLIENT": "club",
            ]) { $1 }, timeLimit: .seconds(120))
        for subject in ["mail", "provider"] {
            let line = try #require(check.lines.first { $0.contains(" \(subject) ") }, "\(check.stderr)")
            #expect(line.contains("can't be verified") && line.contains(file), "\(line)")
            #expect(!line.contains("BOOKZONE_OPENID_ISSUER"), "that is right")
        }
    }
}
