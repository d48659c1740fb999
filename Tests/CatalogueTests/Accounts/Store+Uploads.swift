// Uploads, for tests of what comes after them.
import Accounts
import Testing

@testable import Catalogue

extension Store {
    /// Keeps an upload whatever else is held.
    func keepUnbounded(_ upload: Upload) throws -> Upload {
        try #require(
            try save(upload, within: Upload.Limits(photos: .max, bytes: .max, allBytes: .max)))
    }
}
