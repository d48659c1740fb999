// What every use of libcurl begins with.
internal import CCurl
import Foundation

enum Curl {
    /// Sets libcurl up, once for the process.
    ///
    /// Where libcurl closes connections it ignores SIGPIPE, and then restores for all threads what it had found: a thread
    /// that writes to a closed connection at that moment would end the process. So it is ignored from now on.
    private static let isReady: Bool = {
        signal(SIGPIPE, SIG_IGN)
        return curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
    }()

    static func easyHandle() throws(HTTPError) -> UnsafeMutableRawPointer { try made(curl_easy_init) }

    static func multiHandle() throws(HTTPError) -> UnsafeMutableRawPointer { try made(curl_multi_init) }

    private static func made(
        _ handle: () -> UnsafeMutableRawPointer?
    ) throws(HTTPError) -> UnsafeMutableRawPointer {
        guard isReady, let handle = handle() else { throw .library(CurlFailure(CURLE_FAILED_INIT)) }
        return handle
    }
}
