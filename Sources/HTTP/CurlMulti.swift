// libcurl's multi handle: many transfers on one thread.
internal import CCurl

/// Owns a multi handle. All but `wake` belong to the one thread that runs the loop.
final class CurlMulti: Sendable {
    // libcurl allows `curl_multi_wakeup`, and that alone, from other threads.
    nonisolated(unsafe) private let multi: UnsafeMutableRawPointer

    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init() throws(HTTPError) {
        guard Self.isReady, let multi = curl_multi_init() else {
            throw .library(CurlFailure(CURLE_FAILED_INIT))
        }
        self.multi = multi
    }

    deinit { curl_multi_cleanup(multi) }

    func wake() { curl_multi_wakeup(multi) }

    func add(_ transfer: CurlTransfer) { curl_multi_add_handle(multi, transfer.easy) }

    func remove(_ transfer: CurlTransfer) { curl_multi_remove_handle(multi, transfer.easy) }

    func advance() {
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
    }

    func nextFinished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            if message.pointee.msg == CURLMSG_DONE {
                return (message.pointee.easy_handle, message.pointee.data.result)
            }
        }
        return nil
    }

    /// Returns when a socket is ready, a timer is due, someone called `wake`, or after a minute.
    func waitForWork() {
        curl_multi_poll(multi, nil, 0, 60_000, nil)
    }
}
