// Records of books with several photos: each photo is stored separately, and a decision on one applies to the book.
import Books

extension Store {
    /// The decision on a record's photo, or on all photos of its book; `nil` if there is none, or if they differ.
    ///
    /// - Parameters:
    ///   - saves: whether the store should save the scan's results for each photo.
    ///   - reading: the settings that they were read with; `nil` if unknown. The pages of a book's photos are counted
    ///     again.
    package func decision(
        for record: PhotoRecord, saves: Bool, read reading: ScanSettingsKey?
    ) throws(CatalogueError) -> PhotoDecision? {
        var said: [PhotoDecision?] = []
        for photo in record.single {
            let word: PhotoDecision? =
                if saves {
                    try saveScan(photo, read: reading.map { record.reading(of: photo, as: $0) })
                } else {
                    try photo.sha256.flatMap { sha256 throws(CatalogueError) in
                        try decision(on: sha256, page: photo.page)
                    }
                }
            said.append(word)
        }
        return record.word(of: said)
    }

    /// Saves a decision on a photo, or on all photos of a book, replacing an earlier one, except that books that were corrected
    /// one by one stay.
    ///
    /// - Throws: `correctedPhoto`, if it would drop one of these.
    public func decide(_ decision: PhotoDecision, on record: PhotoRecord) throws(CatalogueError) {
        let photos = record.single.compactMap { photo in photo.sha256.map { ($0, photo.page) } }
        try decide(decision, on: photos)
    }
}

extension PhotoRecord {
    /// The decision that those on its photo, or on its book's photos, add up to.
    ///
    /// - Parameter said: one for each record in `single`.
    package func word(of said: [PhotoDecision?]) -> PhotoDecision? {
        let words = zip(single, said).compactMap { photo, word in word.map { (photo.place, $0) } }
        let shown = Set(words.map(\.1)).subtracting([.rejected])
        if shown.count == 1 { return shown.first }
        guard shown.isEmpty, !words.isEmpty else { return nil }
        return isShownElsewhere(than: Set(words.map(\.0))) ? nil : .rejected
    }

    /// Whether an id in it, or the photos without one, cover more than these photos.
    private func isShownElsewhere(than rejected: Set<PhotoPage>) -> Bool {
        let witnesses = (isbns + candidates).flatMap(\.witnesses)
        guard !witnesses.isEmpty, photos.count > 1 else { return photos.count > rejected.count }
        return witnesses.contains { witness in witness.photo.map { !rejected.contains($0) } ?? false }
    }

    fileprivate func reading(of photo: PhotoRecord, as reading: ScanSettingsKey) -> ScanSettingsKey {
        guard !photos.isEmpty else { return reading }
        let pages = photos.count { $0.photo == photo.photo && $0.sha256 == photo.sha256 }
        return ScanSettingsKey(key: reading.key, pages: pages)
    }
}
