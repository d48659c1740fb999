// A batch asks the journal what earlier runs read.
import Books

extension RecordJournal: ScanCache {
    package func cached(_ name: String, sha256: String) -> ScanResult? {
        switch recalls(name, sha256: sha256) {
        case .complete: .known(name)
        case .read(let records): .photo(records)
        case nil: nil
        }
    }

    /// What can't be written now is written, or told, when its turn in the order comes.
    package func didRead(_ records: [PhotoRecord]) {
        try? keepEarly(records)
    }

    package func cached(book files: [NamedStamp], isLate: Bool) -> ScanResult? {
        recalls(book: files, isLate: isLate).map { .known($0, photos: files.count) }
            ?? recallsWithoutLookUp(book: files, isLate: isLate).map { .book($0, photos: files.count) }
    }

    package func didRead(book record: PhotoRecord) {
        try? keepEarly(book: record)
    }
}
