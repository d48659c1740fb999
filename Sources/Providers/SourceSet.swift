// All sources, their addresses, and their order for an ISBN.
import Books
import Foundation
import HTTP

public struct SourceSet: Sendable {
    /// All there are, in no order of asking.
    public let all: [any BookSource]
    private let chosen: [any BookSource]?
    /// Through which they are all asked.
    package let client: RateLimitedClient
    /// Whether covers that they name are fetched.
    package let fetchesCovers: Bool

    /// Every source's key.
    public static let keys = [OpenLibrary.key] + catalogues.map(\.key) + [Inventaire.key]

    /// Whether sources are told whom to write to, and so may be asked more often.
    public let isContactKnown: Bool

    /// A source's name for people; the key itself where there is no such source.
    public static func name(of key: String) -> String {
        switch key {
        case OpenLibrary.key: OpenLibrary.name
        case Inventaire.key: Inventaire.name
        default: catalogues.first { $0.key == key }?.name ?? key
        }
    }

    private static let catalogues: [SRUCatalogue] = [.k10plus, .dnb, .bnf, .libraryOfCongress]

    /// - Parameters:
    ///   - keys: the sources to ask and their order; `nil` leaves both to the ISBN. Unknown keys are ignored.
    ///   - fetchesCovers: whether covers that they name are fetched, from whichever host has them.
    ///   - addresses: by key, where a source is to be asked instead of its home: a mirror, a test server.
    /// - Throws: `library` when libcurl does not start.
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

    /// The chosen; else Open Library first, then the catalogues for where the ISBN comes from, then Inventaire.
    public func sources(for isbn: ISBN) -> [any BookSource] {
        if let chosen { return chosen }
        let keys = [OpenLibrary.key] + Self.catalogues(for: isbn).map(\.key) + [Inventaire.key]
        return keys.compactMap { key in all.first { $0.key == key } }
    }

    /// Those to search by title: the chosen, or the two with the widest holdings.
    public var searched: [any BookSource] {
        chosen ?? all.filter { [OpenLibrary.key, SRUCatalogue.k10plus.key].contains($0.key) }
    }

    /// That of the country or language an ISBN belongs to, then the widest; or the other way round.
    private static func catalogues(for isbn: ISBN) -> [SRUCatalogue] {
        let digits = isbn.isbn13
        if digits.hasPrefix("9783") { return [.dnb, .k10plus] }
        if digits.hasPrefix("9782") || digits.hasPrefix("97910") { return [.bnf, .k10plus] }
        return [.k10plus, .libraryOfCongress]
    }
}

// The sources that this program asks, as the environment has them.
extension SourceSet {
    /// The sources as the environment names them.
    ///
    /// - Parameters:
    ///   - keys: see `SourceSet`.
    ///   - timeout: for an answer.
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

// What is asked of a source, as the end of an address.
extension [String: String] {
    /// `?a=b&c=d`, escaped, in the order of the names; empty without any.
    var queryString: String {
        guard !isEmpty else { return "" }
        return "?" + sorted { $0.key < $1.key }.map { "\($0.escaped)=\($1.escaped)" }.joined(separator: "&")
    }
}

extension String {
    /// Everything but RFC 3986's unreserved characters as %XX.
    fileprivate var escaped: String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
