// Catalogues that a site shares, by their address.
import Catalogue
import CatalogueClient
import Foundation
import Output

enum SiteAccess {
    /// As tokens are kept by it: without a slash at its end.
    static func address(_ text: String) -> String {
        String(text.reversed().drop { $0 == "/" }.reversed())
    }

    /// For whoever logged in there.
    static func catalogue(at address: String) throws(CatalogueError) -> SharedCatalogue {
        guard let (person, token) = try SignedInSites().login(at: address) else {
            throw .signInNeeded(address: address)
        }
        return SharedCatalogue(
            try SiteClient(address, of: person, token: token) { Console.note($0.printable) })
    }
}
