// Options of every command that may ask sources about books.
import ArgumentParser
import Catalogue
import CatalogueClient
import Formatting
import Foundation
import HTTP
import Lookup
import Output
import Providers
import References

struct SourceOptions: ParsableArguments {
    @Option(
        name: .customLong("source"), parsing: .singleValue,
        help: ArgumentHelp(
            "Ask only this source, and no references. Repeat it to ask several in order. One of: \(SourceSet.keys.joined(separator: ", ")).",
            discussion: "BOOKZONE_<SOURCE>_URL sets its address, for example to use a mirror.",
            valueName: "source"), completion: .list(SourceSet.keys))
    var sources: [String] = []

    @Flag(
        help:
            "Ask no sources. Books found in neither the store nor a reference wait for `lookup --pending`.")
    var offline = false

    @Option(help: ArgumentHelp("How long to wait for a source to answer.", valueName: "seconds"))
    var timeout = 15

    mutating func validate() throws {
        for source in sources where !SourceSet.keys.contains(source) {
            throw ValidationError(
                "unknown source '\(source.printable)'; there are \(SourceSet.keys.joined(separator: ", "))")
        }
        guard (1...600).contains(timeout) else {
            throw ValidationError("--timeout takes 1 to 600 seconds, not \(timeout)")
        }
    }

    /// The first of these options that was given and needs sources; `nil` if none.
    var given: String? { !sources.isEmpty ? "--source" : offline ? "--offline" : nil }

    /// The sources chosen by options, ISBN and environment.
    func sourceSet() throws(ProviderError) -> SourceSet {
        try .program(keys: sources.isEmpty ? nil : sources, timeout: .seconds(timeout))
    }

    /// The look-up service: the chosen sources, or the site of a shared catalogue.
    ///
    /// - Parameters:
    ///   - savesResults: see `BookLookup`.
    ///   - covers: by which covers are made; `nil` fetches none.
    func lookupService(
        in catalogue: any LookupCatalogue, for person: String, savesResults: Bool = true,
        covers: CoverMaker? = nil
    ) throws -> any LookupService {
        try catalogue.lookupService(
            LookupRequest(
                person: person, isOffline: offline, savesResults: savesResults, choice: given,
                sources: sourceSet, references: references, covers: covers))
    }

    /// The store's references, unless sources are chosen. Those that can't be used are reported.
    ///
    /// - Parameter store: its path; the store need not exist.
    func references(besideStore store: String) -> [ReferenceFile] {
        guard sources.isEmpty else { return [] }
        return ReferenceFolder(besideStore: store).open(unusable: Console.note(reference:_:))
    }
}
