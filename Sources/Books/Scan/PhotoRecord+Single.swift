// Splits the record of a book with several photos into one for each.

extension PhotoRecord {
    /// The record itself, or the result of each of its book's photos alone.
    package var single: [PhotoRecord] { photos.isEmpty ? [self] : photos }

    /// The ISBN of each book in the photo, in order, without its other forms and sets.
    package var ownISBNs: [ISBNReading] { isbns.unique(by: \.book) }

    /// The other ISBNs: of further forms of the books, and of sets.
    package var furtherISBNs: [ISBNReading] {
        let own = ownISBNs
        return isbns.filter { !own.contains($0) }
    }

    /// The paths of its files, each once: a document's record may be of any one of its pages.
    package var paths: [String] {
        // Compared byte by byte: names that look the same may be two files.
        var seen: Set<[UInt8]> = []
        return single.map(\.photo).filter { seen.insert(Array($0.utf8)).inserted }
    }

    /// The record itself, or the book's result for each of its photos. If the book was found, a photo that shows none
    /// of its numbers counts as found, too; if it is uncertain, only photos that show a candidate do.
    package var byPhoto: [PhotoRecord] {
        guard let first = photos.first?.place else { return [self] }
        return photos.map { photo in
            guard photo.status != .failed else { return photo }
            var answer = photo
            answer.isbns = isbns.map { $0.seen(in: photo.place) }
            answer.candidates = candidates.filter { $0.isSeen(in: photo.place, named: place) }
                .map { $0.seen(in: photo.place) }
            answer.chosenBook = chosenBook
            let isOpen = status == .uncertain && !answer.candidates.isEmpty
            answer.status = !isbns.isEmpty ? .found : isOpen ? .uncertain : .none
            answer.repeats = isbns.isEmpty ? nil : photo.place == first ? repeats : first
            return answer
        }
    }

    /// The first of a book's photos that shows an ISBN; the record's own, if none or it alone does.
    package func firstPhoto(showing reading: ISBNReading) -> PhotoPage {
        photos.first { reading.isSeen(in: $0.place, named: place) }?.place ?? place
    }

    /// With the names that its photos have in another record of the same photos.
    package func named(as other: PhotoRecord) -> PhotoRecord {
        let names = Dictionary(zip(single, other.single).map { ($0.photo, $1.photo) }) { $1 }
        return renamed { names[$0] ?? $0 }
    }

    /// With other names for its photos.
    package func renamed(_ name: (String) -> String) -> PhotoRecord {
        func renamed(_ reading: ISBNReading) -> ISBNReading {
            var reading = reading
            for place in reading.witnesses.indices {
                if let old = reading.witnesses[place].photo?.photo {
                    reading.witnesses[place].photo?.photo = name(old)
                }
            }
            return reading
        }
        var record = self
        record.photo = name(photo)
        record.isbns = isbns.map { renamed($0) }
        record.candidates = candidates.map { renamed($0) }
        for place in record.others.indices {
            if let old = record.others[place].photo?.photo { record.others[place].photo?.photo = name(old) }
        }
        record.photos = photos.map { $0.renamed(name) }
        return record
    }
}

extension ISBNReading {
    /// Whether a photo shows it. Candidates without a witness belong to the photo that the record is named after.
    fileprivate func isSeen(in photo: PhotoPage, named record: PhotoPage) -> Bool {
        witnesses.isEmpty ? photo == record : !seen(in: photo).witnesses.isEmpty
    }

    /// With the witnesses of one photo only.
    fileprivate func seen(in photo: PhotoPage) -> ISBNReading {
        var reading = self
        reading.witnesses = witnesses.filter { $0.photo ?? photo == photo }
        for place in reading.witnesses.indices { reading.witnesses[place].photo = nil }
        return reading
    }
}
