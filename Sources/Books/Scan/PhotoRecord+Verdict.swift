// A photo of several pages has a record for each, but is one file: what is done with it goes by one word.

extension Collection<PhotoRecord> {
    /// What a photo's pages come to: `found` where one of them is, else `uncertain`, else `failed`, else `none`. `nil` of
    /// no records.
    package var verdict: ScanStatus? {
        [ScanStatus.found, .uncertain, .failed, .none].first { status in contains { $0.status == status } }
    }
}
