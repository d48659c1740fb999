// Combines the photos of one book.
import Books

extension PhotoRecord {
    /// Named after the photo that gave the answer.
    ///
    /// - Parameters:
    ///   - readings: at least one, in the order of the photos.
    ///   - pages: photos or frames.
    package init(book readings: [PageReading], as pages: Evidence.Pages, isStrict: Bool) {
        let photos = readings.map(\.record)
        var (isbns, candidates) = (photos[0].isbns, photos[0].candidates)
        if readings.count > 1 {
            let relevant = Self.relevant(readings).map { ($0.record.place, $0.evidence) }
            let evidence = Evidence(of: relevant, as: pages, isStrict: isStrict)
            (isbns, candidates) = evidence.verdict
        }
        let failed = photos.first { $0.error != nil }
        let witness = (isbns + candidates).lazy.flatMap(\.witnesses).compactMap(\.photo).first
        let status: ScanStatus =
            !isbns.isEmpty ? .found : !candidates.isEmpty ? .uncertain : failed != nil ? .failed : .none
        let shown = photos.first { $0.place == witness } ?? (status == .failed ? failed : nil) ?? photos[0]
        self.init(
            photo: shown.photo, page: shown.page, sha256: shown.sha256, width: shown.width,
            height: shown.height, status: status, isbns: isbns, candidates: candidates,
            warnings: photos.flatMap { photo in
                photos.count == 1 ? photo.warnings : photo.warnings.map { "\(photo.photo): \($0)" }
            },
            milliseconds: photos.map(\.milliseconds).reduce(0, +),
            error: status == .failed ? failed?.error : nil,
            settings: photos.lazy.compactMap(\.settings).first)
        others = [OtherReading](ofPhotos: photos)
        if status == .none { titleLines = photos.flatMap(\.titleLines) }
        for photo in photos { stages += photo.stages }
        self.photos = photos
    }

    /// Pages that show something, each once: a copy of a photo is not another witness. Of a book that is held before
    /// the camera for minutes, a sample is sufficient.
    private static func relevant(_ readings: [PageReading]) -> [PageReading] {
        var seen: Set<PhotoPage> = []
        let relevant = readings.filter { reading in
            let page = PhotoPage(
                photo: reading.record.sha256 ?? reading.record.photo,
                page: reading.pageOfFile ?? reading.record.page)
            return !(reading.evidence.isEmpty && reading.evidence.otherBars.isEmpty)
                && seen.insert(page).inserted
        }
        let step = 1 + relevant.count / 256
        return stride(from: 0, to: relevant.count, by: step).map { relevant[$0] }
    }
}
