// All sources, their addresses, and their order for an ISBN.
import Books
import Foundation
import HTTP

public struct SourceSet: Sendable {
    /// All sources, in no particular order.
    public let all: [any BookSource]
    private let chosen: [any BookSource]?
    /// The HTTP client of all sources.
    package let client: RateLimitedClient
    /// Whether covers that they name are fetched.
    package let fetchesCovers: Bool

    /// Every source's key.
    public static let keys = [OpenLibrary.key] + catalogues.map(\.key) + [Inventaire.key]

    /// Whether sources get a contact address, for which some allow a higher rate.
    public let isContactKnown: Bool

    /// A source's name for people; the key itself if there is no such source.
    public static func name(of key: String) -> String {
        switch key {
        case OpenLibrary.key: OpenLibrary.name
        case Inventaire.key: Inventaire.name
        default: catalogues.first { $0.key == key }?.name ?? key
        }
    }

    private static let catalogues: [SRUCatalogue] = [.k10plus, .dnb, .bnf, .libraryOfCongress]

    /// - Parameters:
    ///   - keys: the sources to ask, in order; `nil` decides by ISBN. Unknown keys are ignored.
    ///   - fetchesCovers: whether covers that they name are fetched, from whichever host has them.
    ///   - addresses: other addresses of sources, by key: a mirror, a test server.
    /// - Throws: `library` if libcurl can't be started.
    public init(
        _ options: HTTPOptions, keys: [String]? = nil, fetchesCovers: Bool = true,
        addresses: [String: String] = [:]
    ) throws(ProviderError) {
        self.fetchesCovers = fetchesCovers
        let client = try RateLimitedClient(options, chosenAddresses: Array(addresses.values))
        func address(_ key: String, _ home: String) -> String {
            addresses[key].map { String($0.reversed().drop { $0 == "/" }.reversed()) } ?? home
        }
        let library = OpenLibrary(
            client: client, address: address(OpenLibrary.key, OpenLibrary.homeAddress),
            isContactKnown: options.isContactKnown)
        let catalogues = Self.catalogues.map {
            SRU(client: client, catalogue: $0, address: address($0.key, $0.homeAddress))
        }
        let inventaire = Inventaire(client: client, address: address(Inventaire.key, Inventaire.homeAddress))
        let sources = [library] + catalogues + [inventaire] as [any BookSource]
        self.client = client
        isContactKnown = options.isContactKnown
        all = sources
        chosen = keys.map { keys in keys.compactMap { key in sources.first { $0.key == key } } }
    }

    /// The sources that were chosen; else Open Library first, then the catalogues for the country of the ISBN, then
    /// Inventaire.
    public func sources(for isbn: ISBN) -> [any BookSource] {
        if let chosen { return chosen }
        let keys = [OpenLibrary.key] + Self.catalogues(for: isbn).map(\.key) + [Inventaire.key]
        return keys.compactMap { key in all.first { $0.key == key } }
    }

    /// The sources to search by title: those that were chosen, or the two with the widest holdings.
    public var searched: [any BookSource] {
        chosen ?? all.filter { [OpenLibrary.key, SRUCatalogue.k10plus.key].contains($0.key) }
    }

    /// The sources that may know Library of Congress Control Numbers: those that were chosen, or two with an index of them.
    public var numbered: [any BookSource] {
        chosen ?? all.filter { [OpenLibrary.key, SRUCatalogue.libraryOfCongress.key].contains($0.key) }
    }

    /// The catalogue for the country or language of an ISBN, then the one with the widest holdings; for other
    /// countries that one first.
    private static func catalogues(for isbn: ISBN) -> [SRUCatalogue] {
        let digits = isbn.isbn13
        if digits.hasPrefix("9783") { return [.dnb, .k10plus] }
        if digits.hasPrefix("9782") || digits.hasPrefix("97910") { return [.bnf, .k10plus] }
        return [.k10plus, .libraryOfCongress]
    }
}

// The sources configured by environment variables.
extension SourceSet {
    /// - Parameters:
    ///   - keys: see `SourceSet`.
    ///   - timeout: for a whole transfer.
    package static func program(
        keys: [String]? = nil, timeout: Duration = .seconds(15)
    ) throws(ProviderError) -> SourceSet {
        let set = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        let addresses = SourceSet.keys.map { ($0, set["BOOKZONE_\($0.uppercased())_URL"]) }
        return try SourceSet(
            .program(contact: set["BOOKZONE_CONTACT"], timeout: timeout), keys: keys,
            fetchesCovers: set["BOOKZONE_COVERS"] != "off",
            addresses: Dictionary(uniqueKeysWithValues: addresses).compactMapValues(\.self))
    }
}

// Query parameters of a URL.
extension [String: String] {
    /// `?a=b&c=d`, escaped, sorted by name; empty if there are none.
    var queryString: String {
        guard !isEmpty else { return "" }
        return "?" + sorted { $0.key < $1.key }.map { "\($0.escaped)=\($1.escaped)" }.joined(separator: "&")
    }
}

extension String {
    /// Percent-encodes everything but RFC 3986's unreserved characters.
    fileprivate var escaped: String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
