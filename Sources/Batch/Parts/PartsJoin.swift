// Joins the results of many machines as if one had read everything: the records of all parts in the order of the
// list, each photo once.
import Books
import Foundation
import Reading

/// Merges parts, each of which is in the list's order. Only their next records, and what a run remembers of books,
/// are in memory.
package struct PartsJoin: ~Copyable {
    private let parts: [PartReader]
    private var heads = PartHeads()
    private var list: PathList?
    private let listName: String
    private var entry: [UInt8]?
    /// Whether a photo of the current entry was found.
    private var hasAnswer = false
    private var run = RunContext()
    /// The photos that were returned.
    private var seen = SeenPaths(from: String.workingFolder)
    /// With which others each photo is in a record, as hashes.
    private var groups: [Int: Int] = [:]
    /// How many entries of the list no part has.
    package private(set) var missing = 0
    package private(set) var firstMissing: String?
    /// The fingerprints of the settings with which the photos were read, also those that are left out as repeated.
    package private(set) var settings: Set<String> = []

    /// - Parameters:
    ///   - parts: results of shards, or of the same shard by several attempts.
    ///   - list: the inputs of the run; `nil` if they were one folder, whose order is natural.
    package init(_ parts: [PhotoPath], list: PhotoInputs? = nil) throws(PartError) {
        if case .list(let path, let endedByNUL)? = list {
            listName = path.name
            do throws(ScanError) { self.list = try PathList(opening: path, endedByNUL: endedByNUL) } catch {
                throw .unreadable(path.name, error)
            }
        } else {
            listName = ""
        }
        var readers: [PartReader] = []
        for part in parts {
            let reader = try PartReader(part)
            try reader.begin()
            readers.append(reader)
        }
        self.parts = readers
        for place in readers.indices { heads.insert(place, of: readers[place]) }
    }

    /// A photo's records, one per page, or the one of a book of several photos; `nil` at the end.
    package mutating func next() throws(PartError) -> [PhotoRecord]? {
        while let photo = try nextPhoto() {
            let records = try answer(for: photo)
            // A photo that is in the list under two names counts once.
            let names = Set(records.flatMap(\.single).map(\.photo))
            let isNew = photo == PhotoPath.standardInput.bytes || !seen.holds(PhotoPath(bytes: photo))
            for name in names { seen.insert(PhotoPath(name)) }
            // Those of a book include how its photos were grouped; those of the photos in its record do not.
            settings.formUnion(records.compactMap(\.settings))
            guard isNew else { continue }
            if case .photo(let completed) = run.completed(.photo(records)) { return completed }
        }
        return nil
    }

    /// The best answer of the parts; removes it from them.
    private mutating func answer(for photo: [UInt8]) throws(PartError) -> [PhotoRecord] {
        var answers: [PartAnswer] = []
        for place in heads.remove(photo) {
            guard let start = parts[place].place else { continue }
            let answer = PartAnswer(records: try parts[place].next(), place: start)
            try checkGrouping(of: answer)
            answers.append(answer)
            heads.insert(place, of: parts[place])
        }
        return try PartAnswer.best(of: answers).map { record in
            var record = record
            record.repeats = nil
            return record
        }
    }

    /// Each photo is returned once: in another group, results of the others in it would be lost.
    private mutating func checkGrouping(of answer: PartAnswer) throws(PartError) {
        let photos = answer.records.flatMap(\.single).map { ($0.photo, hash: seen.hash(PhotoPath($0.photo))) }
        let group = Set(photos.map(\.hash)).hashValue
        for (photo, hash) in photos where groups.updateValue(group, forKey: hash) ?? group != group {
            throw .grouping(photo, answer.place)
        }
    }

    /// `nil` at the end, when all parts must be empty.
    private mutating func nextPhoto() throws(PartError) -> [UInt8]? {
        guard list != nil else { return heads.first }
        while true {
            if let entry {
                // An error about an archive follows its photos.
                if PhotoPath(bytes: entry).address == nil, let photo = heads.first(below: entry) {
                    hasAnswer = true
                    return photo
                }
                if heads.holds(entry) {
                    self.entry = nil
                    return entry
                }
                finish(entry)
            }
            // Invalid lines of the list are reported before the next photo.
            if let fault = heads.faults.min(by: { $0.lexicographicallyPrecedes($1) }) { return fault }
            hasAnswer = false
            do throws(ScanError) {
                entry = try list?.next().map { PhotoPath(bytes: $0).name.pathBytes }
            } catch {
                throw .unreadable(listName, error)
            }
            if entry == nil { break }
        }
        if let part = parts.first(where: { $0.photo != nil }), let photo = part.photo, let place = part.place
        {
            throw .outOfOrder(photo, place)
        }
        return nil
    }

    /// An entry without a photo is one that no part has, unless it occurred before or is a folder without photos.
    private mutating func finish(_ entry: [UInt8]) {
        defer { self.entry = nil }
        let path = PhotoPath(bytes: entry)
        if hasAnswer || entry.isEmpty || seen.holds(path) || path.status?.isFolder == true {
            return
        }
        missing += 1
        if firstMissing == nil { firstMissing = path.name }
    }
}

/// Why parts can't be joined.
package enum PartError: Error, Hashable, Sendable {
    /// A part, a line of a part (`part-1.jsonl:7`), or the list can't be read.
    case unreadable(String, ScanError)
    /// The run that writes this file has not ended; its records are in another.
    case unfinished(String, records: String)
    /// Two parts have different results for one page of a photo.
    case contradiction(PhotoPage, RecordPosition, RecordPosition)
    /// A photo is with other photos in the record at the position than in one before.
    case grouping(String, RecordPosition)
    /// A photo is not where the list has it, or not in the list.
    case outOfOrder(String, RecordPosition)
}
