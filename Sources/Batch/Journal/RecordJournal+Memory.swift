// A batch asks the journal what earlier runs read.
import Books

extension RecordJournal: PhotoMemory {
    package func recalled(_ name: String, sha256: String) -> ScanResult? {
        switch recalls(name, sha256: sha256) {
        case .complete: .known(name)
        case .read(let records): .photo(records)
        case nil: nil
        }
    }

    /// What can't be written now is written, or told, when its turn in the order comes.
    package func wasRead(_ records: [PhotoRecord]) {
        try? keepEarly(records)
    }

    package func recalled(book files: [NamedStamp], isLate: Bool) -> ScanResult? {
        recalls(book: files, isLate: isLate).map { .known($0, photos: files.count) }
            ?? recallsWithoutLookUp(book: files, isLate: isLate).map { .book($0, photos: files.count) }
    }

    package func wasRead(book record: PhotoRecord) {
        try? keepEarly(book: record)
    }
}
