// How this program fetches photos.
import Fetching
import HTTP
import Providers

extension PhotoFetcher {
    /// Photos at a time that are under way or wait for a reader.
    private static let most = 8

    /// - Parameter jobs: how many photos are read at a time.
    init(jobs: Int) {
        self.init(HTTPOptions.program().forPhotos, most: min(2 * jobs, Self.most))
    }
}
