// Uploads for tests.
import Accounts
import Testing

@testable import Catalogue

extension Store {
    /// Saves an upload without limits.
    func keepUnbounded(_ upload: Upload) throws -> Upload {
        try #require(
            try save(upload, within: Upload.Limits(photos: .max, bytes: .max, allBytes: .max)))
    }
}
