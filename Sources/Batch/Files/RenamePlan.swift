// What is to be renamed, written down as a whole before the first photo is: whoever goes on after a kill does the same.
import Books
import Foundation
import Output
import Reading

/// A photo's new name.
package struct PlannedRename: Codable, Sendable {
    /// Of real paths.
    let move: RunLine
    package let sha256: String?
    /// What records call it, and will: one file may have several paths.
    let names: [RunLine]
    /// Files beside it that are named after it, by their real paths.
    let sidecars: [RunLine]

    /// The photo's real paths.
    package var old: String { move.name }
    package var new: String { move.target ?? move.name }

    /// For people: as the records call it.
    package var shown: (old: String, new: String) {
        names.first.map { ($0.name, $0.target ?? $0.name) } ?? (old, new)
    }
}

/// Finds the new names of a run's photos: none is a name that something has already.
package struct RenamePlan {
    /// Why a photo keeps its name.
    package enum Reason: String, Error, CaseIterable {
        case named, several, uncertain, none, failed, nameless, missing, link, archive
    }

    /// A photo that is to have another name.
    private struct Entry {
        /// As its records have it.
        var photo: String
        var sha256: String?
        var path: PhotoPath
        var name: [UInt8]
        /// Folder and name, by which those of one name are told.
        var place: PhotoPath
    }

    private let file: String
    private let template: NameTemplate
    /// What is known of a book beside the records.
    private let book: (ISBN, [Book]) throws -> Book?
    private var numbers: [ISBN: Int] = [:]
    private var entries: [Entry] = []
    /// How many entries have the same place.
    private var counts: [PhotoPath: Int] = [:]
    /// Photos by their real paths, with their places in `entries`; -1 where one keeps its name.
    private var known: [PhotoPath: Int] = [:]
    /// Further names that records have of an entry's photo.
    private var others: [Int: [String]] = [:]
    /// What records name, whether or not it is there: two photos of one name would be one.
    private var recorded: Set<PhotoPath> = []
    package private(set) var kept: [Reason: Int] = [:]

    /// - Parameters:
    ///   - file: the run's, as given.
    ///   - book: what is known of a book; told what the photo's records know.
    package init(
        _ file: String, _ template: NameTemplate, book: @escaping (ISBN, [Book]) throws -> Book?
    ) {
        (self.file, self.template, self.book) = (file, template, book)
    }

    /// By what the photo's file is named and described; else why it is not.
    ///
    /// - Parameter located: where the photo is from here.
    package static func isbn(of photo: RunPhoto, at located: String) -> Result<ISBN, Reason> {
        switch photo.answer {
        case .several: return .failure(.several)
        case .none(let status): return .failure(Reason(rawValue: status.rawValue) ?? .failed)
        case .isbn(let isbn):
            if PhotoPath.archive(of: located) != nil { return .failure(.archive) }
            return PhotoPath(located).status?.isFile == true ? .success(isbn) : .failure(.missing)
        }
    }

    /// Returns why the photo keeps its name; `nil` where it gets another.
    package mutating func add(_ photo: RunPhoto) throws -> Reason? {
        let reason = try reason(toKeep: photo)
        if let reason { kept[reason, default: 0] += 1 }
        return reason
    }

    private mutating func reason(toKeep photo: RunPhoto) throws -> Reason? {
        let located = photo.name.located(beside: file)
        let path = PhotoPath(located).realName
        if let path { recorded.insert(path) }
        let isbn: ISBN
        switch Self.isbn(of: photo, at: located) {
        case .success(let found): isbn = found
        case .failure(let reason): return reason
        }
        guard let path else { return .missing }
        if PhotoSorter.isLink(located) { return .link }
        if let earlier = known[path] {
            others[earlier, default: []].append(photo.name)
            return earlier < 0 ? .named : nil
        }
        numbers[isbn, default: 0] += 1
        let values = NameTemplate.Values(
            isbn: isbn, book: try book(isbn, photo.books), number: numbers[isbn] ?? 1)
        let old = String(path: path.ownName)
        known[path] = -1
        if template.fits(old, values) { return .named }
        guard let name = template.name(of: old, values) else { return .nameless }
        if name == path.ownName { return .named }
        known[path] = entries.count
        let place = path.folder.appending(name)
        counts[place, default: 0] += 1
        entries.append(
            Entry(photo: photo.name, sha256: photo.sha256, path: path, name: name, place: place))
        return nil
    }

    /// Several photos of one name are numbered in the run's order, and one whose name is taken gets the next number that is free.
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
                guard targets.allSatisfy({ !taken.contains($0) && !recorded.contains($0) && !$0.isThere })
                else { continue }
                taken.formUnion(targets)
                last[entry.place] = number
                let names = [entry.photo] + (others[position] ?? [])
                return PlannedRename(
                    move: RunLine(entry.path.name, movesTo: target.name), sha256: entry.sha256,
                    names: names.map { RunLine($0, movesTo: $0.withName(name)) }, sidecars: moves)
            }
        }
    }
}

/// What other programs keep beside a photo, and find by its name.
private struct Sidecars {
    private let photo: PhotoPath
    /// Whether a sidecar without the photo's ending is this photo's.
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
    /// Behind the last slash.
    var ownName: [UInt8] { Array(bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]) }

    package func appendingToName(_ text: String) -> PhotoPath { PhotoPath(bytes: bytes + Array(text.utf8)) }

    /// Without the ending of the file's name.
    fileprivate var stem: PhotoPath {
        let name = ownName
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return self }
        return PhotoPath(bytes: bytes.dropLast(name.count - dot))
    }

    /// Whether no other file but a sidecar differs from it in the ending alone, as a camera's raw picture does.
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
    /// A path with another name in the same folder.
    fileprivate func withName(_ name: [UInt8]) -> String {
        let bytes = pathBytes
        let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return String(path: bytes[..<start] + name)
    }
}
