// Which sources there are, where they live, and whom to ask about which ISBN, in which order.
import Books
import Foundation

public struct SourceSet: Sendable {
    /// All there are, in no order of asking.
    public let all: [any BookSource]
    private let chosen: [any BookSource]?
    /// Through which they are all asked.
    public let client: PoliteClient

    /// Every source's key, for help and messages.
    public static let keys = [OpenLibrary.key] + catalogues.map(\.key) + [Inventaire.key]

    private static let catalogues: [SRUCatalogue] = [.k10plus, .dnb, .bnf, .libraryOfCongress]

    /// - Parameters:
    ///   - keys: the sources to ask and their order; `nil` leaves both to the ISBN. Unknown keys are ignored.
    ///   - environment: `BOOKZONE_<KEY>_URL` puts another address in a source's place: a mirror, a test server.
    public init(
        client: PoliteClient, keys: [String]? = nil, isContactKnown: Bool, environment: [String: String]
    ) {
        self.client = client
        func address(_ key: String, _ home: String) -> String {
            let set = environment["BOOKZONE_\(key.uppercased())_URL"] ?? ""
            return set.isEmpty ? home : String(set.reversed().drop { $0 == "/" }.reversed())
        }
        let library = OpenLibrary(
            client: client, address: address(OpenLibrary.key, OpenLibrary.homeAddress),
            isContactKnown: isContactKnown)
        let catalogues = Self.catalogues.map {
            SRU(client: client, catalogue: $0, address: address($0.key, $0.homeAddress))
        }
        let inventaire = Inventaire(client: client, address: address(Inventaire.key, Inventaire.homeAddress))
        let sources = [library] + catalogues + [inventaire] as [any BookSource]
        all = sources
        chosen = keys.map { keys in keys.compactMap { key in sources.first { $0.key == key } } }
    }

    /// Open Library first, then the catalogues of the country or language the ISBN belongs to, then Inventaire.
    public func sources(for isbn: ISBN) -> [any BookSource] {
        if let chosen { return chosen }
        return Self.order(for: isbn).compactMap { key in all.first { $0.key == key } }
    }

    /// Those to search by title: the chosen, or the two with the widest holdings.
    public var searched: [any BookSource] {
        chosen ?? all.filter { [OpenLibrary.key, SRUCatalogue.k10plus.key].contains($0.key) }
    }

    static func order(for isbn: ISBN) -> [String] {
        let digits = isbn.isbn13
        if digits.hasPrefix("9783") { return ["openlibrary", "dnb", "k10plus", "inventaire"] }
        if digits.hasPrefix("9782") || digits.hasPrefix("97910") {
            return ["openlibrary", "bnf", "k10plus", "inventaire"]
        }
        return ["openlibrary", "k10plus", "loc", "inventaire"]
    }
}
