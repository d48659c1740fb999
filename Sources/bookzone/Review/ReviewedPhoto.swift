// A photo that is reviewed: just read, or as results of an earlier run have it.
import Batch
import Books

/// One page of one photo, or what an earlier run said of it.
struct ReviewedPhoto {
    /// As the run that read it has it.
    let record: PhotoRecord
    /// `nil` for a photo that has just been read.
    let place: RecordPlace?

    init(_ record: PhotoRecord, at place: RecordPlace? = nil) {
        self.record = record
        self.place = place
    }

    /// With a path that leads to the photo.
    var shown: PhotoRecord { place.map(record.located) ?? record }
}
