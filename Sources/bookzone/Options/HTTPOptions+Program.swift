// How this program asks servers, as the environment has it.
import Fetching
import Foundation
import HTTP

extension HTTPOptions {
    /// - Parameters:
    ///   - contact: see `HTTPOptions`.
    ///   - timeout: for a whole transfer.
    static func program(contact: String? = nil, timeout: Duration = .seconds(15)) -> HTTPOptions {
        let set = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        // libcurl, unlike the curl tool, ignores what certificates the environment names.
        let bundle = set["CURL_CA_BUNDLE"]
        return HTTPOptions(
            program: "BookZone/\(BookZone.configuration.version)", contact: contact, timeout: timeout,
            certificateFile: bundle ?? set["SSL_CERT_FILE"],
            certificateFolder: bundle == nil ? set["SSL_CERT_DIR"] : nil)
    }
}

extension PhotoFetcher {
    /// Photos at a time that are under way or wait for a reader.
    private static let most = 8

    /// - Parameter jobs: how many photos are read at a time.
    init(jobs: Int) {
        self.init(HTTPOptions.program().forPhotos, most: min(2 * jobs, Self.most))
    }
}
