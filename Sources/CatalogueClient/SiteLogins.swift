// The tokens for sites, in a file that only its owner can read.
import Catalogue
import Foundation

/// `sites.json` in `$XDG_CONFIG_HOME/bookzone`, mode 0600.
package struct SiteLogins {
    private struct Site: Codable {
        var token: String
        /// The display name of its owner.
        var name: String
        /// Identifies the owner; `nil` if an earlier version saved the login.
        var account: String?
    }

    private var sites: [String: Site]
    private let path: String

    /// Empty if there is no file.
    package init() throws(CatalogueError) {
        let environment = ProcessInfo.processInfo.environment
        let folder =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.config"
        path = folder + "/bookzone/sites.json"
        guard access(path, F_OK) == 0 else {
            sites = [:]
            return
        }
        do {
            sites = try JSONDecoder().decode([String: Site].self, from: Data(contentsOf: URL(filePath: path)))
        } catch is DecodingError {
            throw .refused(
                address: path, words: "is not a file of `bookzone login`; remove it and log in again")
        } catch {
            throw .unreadable(path: path, errno: EACCES)
        }
    }

    /// The token for a site, and its account.
    package func login(at address: String) -> (person: SiteAccount, token: String)? {
        sites[address].map { (SiteAccount(name: $0.name, mark: $0.account), $0.token) }
    }

    package mutating func save(
        _ token: String, of person: SiteAccount, for address: String
    ) throws(CatalogueError) {
        sites[address] = Site(token: token, name: person.name, account: person.mark)
        try write()
    }

    /// - Returns: `false` if there was none.
    package mutating func forget(_ address: String) throws(CatalogueError) -> Bool {
        guard sites.removeValue(forKey: address) != nil else { return false }
        try write()
        return true
    }

    /// Writes the file atomically. At no time can others read it.
    private func write() throws(CatalogueError) {
        do {
            try FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try PrivateFile.write(encoder.encode(sites), to: path)
        } catch {
            throw .cannotOpen(path: path, .system(errno: (error as? POSIXError)?.code.rawValue ?? EIO))
        }
    }
}
