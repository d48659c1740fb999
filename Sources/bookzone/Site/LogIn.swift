// `bookzone login`: saves a login for a shared catalogue, to be used with --store ADDRESS.
import ArgumentParser
import Books
import Catalogue
import CatalogueClient
import Foundation
import HTTP
import Output

struct LogIn: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Logs in to a shared catalogue.",
        discussion: """
            Create a token on the site's account page, under “Programs”. The command asks for it, or reads it \
            from standard input, and saves it in sites.json in $XDG_CONFIG_HOME/bookzone, readable only by you. \
            Commands then use the site's catalogue with --store ADDRESS or BOOKZONE_STORE. Photos are read on \
            this machine and are not sent; the site looks the books up.

            EXAMPLES
              bookzone login https://club.example
              bookzone scan box1 --lookup --store https://club.example
            """)

    @Argument(help: "The site's address, as in a browser.") var address: String

    func validate() throws {
        guard ["http://", "https://"].contains(where: address.lowercased().hasPrefix) else {
            throw ValidationError("an address begins with https://, not \(address.printable)")
        }
    }

    func run() throws {
        let address = SiteAccess.address(address)
        try SiteAccess.check(address)
        let isHere = (try? WebAddress(address))?.isLoopback == true
        if !isHere, !address.lowercased().hasPrefix("https:") {
            Console.note("without https, anybody on the network can read your requests and steal the token")
        }
        guard let token = Self.token(for: address), !token.isEmpty else {
            throw Refusal("no token given")
        }
        let user = try SiteClient(address, of: SiteAccount(name: ""), token: token).user()
        var sites = try SiteLogins()
        try sites.save(token, of: user, for: address)
        try SavedChange.print("\(address): logged in as \(user.name)".printable + "\n")
        for other in try Outbox().others(than: user, waitingFor: address).sorted() {
            Console.note(
                "changes by another account, \(other.printable), still wait here; they are sent when it logs in again"
            )
        }
    }

    /// Typed without echo.
    private static func token(for address: String) -> String? {
        guard isatty(STDIN_FILENO) == 1 else { return readLine()?.trimmingCharacters(in: .whitespaces) }
        Console.write("Token, from \(address.printable)/account: ")
        var former = termios()
        tcgetattr(STDIN_FILENO, &former)
        // The terminal would stay silent.
        Interrupt.first { [former] end in
            var former = former
            tcsetattr(STDIN_FILENO, TCSANOW, &former)
            _exit(end.rawValue)
        }
        var silent = former
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSANOW, &former)
            Console.write("\n")
        }
        return readLine()?.trimmingCharacters(in: .whitespaces)
    }
}

struct LogOut: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Logs out of a shared catalogue.",
        discussion: "This deletes the saved token. To revoke it, use the site's account page.")

    @Argument(help: "The site's address.") var address: String

    func run() throws {
        var sites = try SiteLogins()
        let address = SiteAccess.address(address)
        let user = sites.login(at: address)?.person
        guard try sites.forget(address) else { throw Refusal("\(address.printable): not logged in there") }
        guard let user else { return }
        let count = try Outbox().count(of: user, waitingFor: address)
        if count == 0 { return }
        let changes = count == 1 ? "1 change was" : "\(count) changes were"
        Console.note("\(changes) not sent yet; kept until \(user.name.printable) logs in again")
    }
}

/// Shared catalogues, by their URL.
enum SiteAccess {
    /// The form under which tokens are saved: without a slash at its end.
    static func address(_ text: String) -> String {
        String(text.reversed().drop { $0 == "/" }.reversed())
    }

    /// - Throws: `refused` for what can't be the address of a site.
    static func check(_ address: String) throws(CatalogueError) {
        let parts = (try? WebAddress(address)).flatMap { _ in URLComponents(string: address) }
        guard let parts, parts.query == nil, parts.fragment == nil else {
            throw .refused(
                address: address, words: "is not the address of a site, such as https://club.example")
        }
    }

    /// With the saved login.
    static func catalogue(at address: String) throws(CatalogueError) -> SharedCatalogue {
        try check(address)
        guard let (person, token) = try SiteLogins().login(at: address) else {
            throw .signInNeeded(address: address)
        }
        return SharedCatalogue(
            try SiteClient(address, of: person, token: token) { Console.note($0.printable) })
    }
}
