// The plan of a renaming, saved as a whole before the first photo is renamed, so that a run after a kill does the
// same.
import Books
import Foundation
import Output
import Reading

/// A photo's new name.
package struct PlannedRename: Codable, Sendable {
    /// By real paths.
    let move: RunLine
    package let sha256: String?
    /// Its file when the plan was made.
    var file: FileAsRead { FileAsRead(stamp: move.stamp, sha256: sha256) }
    /// The old and new names in the records; one file may have several paths.
    let names: [RunLine]
    /// Files beside it that are named after it, by their real paths.
    let sidecars: [RunLine]

    /// The photo's real paths.
    package var old: String { move.name }
    package var new: String { move.target ?? move.name }

    /// To be displayed: as the records name it.
    package var shown: (old: String, new: String) {
        names.first.map { ($0.name, $0.target ?? $0.name) } ?? (old, new)
    }
}

/// Finds the new names of a run's photos. A new name is never one that exists already.
package struct RenamePlan {
    /// Why a photo keeps its name.
    package enum Reason: String, Error, CaseIterable {
        case named, several, uncertain, none, failed, nameless, missing, changed, link, archive
    }

    /// A photo that is to get another name.
    private struct Entry {
        /// Its name in the records.
        var photo: String
        var sha256: String?
        var path: PhotoPath
        var name: [UInt8]
        /// Folder and new name; entries with the same `place` are numbered.
        var place: PhotoPath
    }

    private let file: String
    private let template: NameTemplate
    /// What is known of a book apart from the records.
    private let book: (BookSpecifier, [Book]) throws -> Book?
    private var numbers: [BookSpecifier: Int] = [:]
    private var entries: [Entry] = []
    /// How many entries have the same place.
    private var counts: [PhotoPath: Int] = [:]
    /// Indices in `entries` by the photos' real paths; -1 for a photo that keeps its name.
    private var known: [PhotoPath: Int] = [:]
    /// Other names that the records have for an entry's photo.
    private var others: [Int: [String]] = [:]
    /// All names in the records, whether or not the file exists: two photos must not get the same name.
    private var recorded: Set<PhotoPath> = []
    package private(set) var kept: [Reason: Int] = [:]

    /// - Parameters:
    ///   - file: the run's file, as given.
    ///   - book: returns what is known of a book, given what the photo's records contain.
    package init(
        _ file: String, _ template: NameTemplate, book: @escaping (BookSpecifier, [Book]) throws -> Book?
    ) {
        (self.file, self.template, self.book) = (file, template, book)
    }

    /// The book to name and describe a photo by, or the reason why there is none.
    ///
    /// - Parameter located: the photo's path from the working folder.
    package static func book(
        of photo: RunPhoto, at located: String
    ) -> Result<BookSpecifier, Reason> {
        switch photo.answer {
        case .several: return .failure(.several)
        case .none(let status): return .failure(Reason(rawValue: status.rawValue) ?? .failed)
        case .book(let book):
            if PhotoPath.archive(of: located) != nil { return .failure(.archive) }
            let path = PhotoPath(located)
            guard path.status?.isFile == true else { return .failure(.missing) }
            let found = (try? photo.file.found(at: path)) ?? nil
            return found == nil ? .failure(.changed) : .success(book)
        }
    }

    /// Returns why the photo keeps its name; `nil` if it gets another.
    package mutating func add(_ photo: RunPhoto) throws -> Reason? {
        let reason = try reason(toKeep: photo)
        if let reason { kept[reason, default: 0] += 1 }
        return reason
    }

    private mutating func reason(toKeep photo: RunPhoto) throws -> Reason? {
        let located = photo.name.located(beside: file)
        let path = PhotoPath(located).realName
        if let path { recorded.insert(path) }
        let name: BookSpecifier
        switch Self.book(of: photo, at: located) {
        case .success(let found): name = found
        case .failure(let reason): return reason
        }
        guard let path else { return .missing }
        if PhotoSorter.isLink(located) { return .link }
        if let earlier = known[path] {
            others[earlier, default: []].append(photo.name)
            return earlier < 0 ? .named : nil
        }
        numbers[name, default: 0] += 1
        let values = NameTemplate.Values(
            isbn: name.isbn, book: try book(name, photo.books), number: numbers[name] ?? 1)
        let old = String(path: path.ownName)
        known[path] = -1
        if template.fits(old, values) { return .named }
        guard let new = template.name(of: old, values) else { return .nameless }
        if new == path.ownName { return .named }
        known[path] = entries.count
        let place = path.folder.appending(new)
        counts[place, default: 0] += 1
        entries.append(
            Entry(photo: photo.name, sha256: photo.sha256, path: path, name: new, place: place))
        return nil
    }

    /// Photos with the same new name are numbered in the run's order; if a name is taken, the photo gets the next
    /// free number.
    package func renames() -> [PlannedRename] {
        var taken: Set<PhotoPath> = []
        var last: [PhotoPath: Int] = [:]
        return entries.enumerated().map { position, entry in
            let sidecars = Sidecars(of: entry.path)
            var number = last[entry.place] ?? (counts[entry.place] == 1 ? 0 : 1)
            while true {
                let name = number == 0 ? entry.name : NameTemplate.numbered(entry.name, number)
                number += number == 0 ? 2 : 1
                let target = entry.path.folder.appending(name)
                let moves = sidecars.moves(to: target)
                let targets = [target] + moves.compactMap { $0.target.map(PhotoPath.init) }
                guard targets.allSatisfy({ !taken.contains($0) && !recorded.contains($0) && !$0.entryExists })
                else { continue }
                taken.formUnion(targets)
                last[entry.place] = number
                let names = [entry.photo] + (others[position] ?? [])
                return PlannedRename(
                    move: RunLine(entry.path.name, movesTo: target.name, stamp: entry.path.fileStamp),
                    sha256: entry.sha256,
                    names: names.map { RunLine($0, movesTo: $0.withName(name)) }, sidecars: moves)
            }
        }
    }
}

/// Files that other programs keep beside a photo and find by its name.
private struct Sidecars {
    private let photo: PhotoPath
    /// Whether a sidecar named without the photo's extension belongs to this photo.
    private let hasShort: Bool

    init(of photo: PhotoPath) {
        self.photo = photo
        let stem = photo.stem
        hasShort =
            stem != photo && stem.appendingToName(".xmp").isPlainFile && photo.isAloneOfItsStem
    }

    func moves(to target: PhotoPath) -> [RunLine] {
        var moves: [(PhotoPath, PhotoPath)] = []
        let long = photo.appendingToName(".xmp")
        if long.isPlainFile { moves.append((long, target.appendingToName(".xmp"))) }
        if hasShort {
            moves.append((photo.stem.appendingToName(".xmp"), target.stem.appendingToName(".xmp")))
        }
        return moves.map { RunLine($0.name, movesTo: $1.name) }
    }
}

extension PhotoPath {
    /// The part after the last slash.
    var ownName: [UInt8] { Array(bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]) }

    package func appendingToName(_ text: String) -> PhotoPath { PhotoPath(bytes: bytes + Array(text.utf8)) }

    /// Without the file's extension.
    fileprivate var stem: PhotoPath {
        let name = ownName
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return self }
        return PhotoPath(bytes: bytes.dropLast(name.count - dot))
    }

    /// Whether no other file except sidecars has the same name with another extension, as a camera's raw file does.
    fileprivate var isAloneOfItsStem: Bool {
        guard let entries = FolderEntries(folder) else { return false }
        let (own, start) = (ownName, stem.ownName + [UInt8(ascii: ".")])
        return entries.visible.allSatisfy { entry in
            guard entry.name.starts(with: start), entry.name != own else { return true }
            let rest = entry.name.dropFirst(start.count)
            return rest.contains(UInt8(ascii: ".")) || rest.elementsEqual("xmp".utf8)
        }
    }
}

extension String {
    /// The path of a file with another name in the same folder.
    fileprivate func withName(_ name: [UInt8]) -> String {
        let bytes = pathBytes
        let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return String(path: bytes[..<start] + name)
    }
}
