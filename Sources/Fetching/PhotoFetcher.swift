// Downloads a batch's photos, several at a time, with limits and retries. Hosts are not throttled: object stores and
// image servers are made for many requests.
import Books
import Foundation
import HTTP
import Reading
import Synchronization

/// Downloads photos; opens no connection before the first request.
package actor PhotoFetcher: PhotoSource {
    /// In bytes: the memory for photos downloaded ahead, assuming that all are as large as the largest so far.
    private static let room = 256 << 20
    /// How many photos are downloaded ahead before the size of the first is known.
    private static let start = 2

    private let most: Int
    private let seen = Mutex((photos: 0, largest: 1))
    private let options: HTTPOptions
    private let backOff: BackOff
    private var loop: CurlLoop?

    /// - Parameter most: the maximum number of photos that are being downloaded or wait for a reader, however small
    ///   they are.
    package init(_ options: HTTPOptions, most: Int, backOff: BackOff = BackOff()) {
        self.options = options
        self.most = most
        self.backOff = backOff
    }

    package nonisolated var ahead: Int {
        seen.withLock { max(1, min(most, Self.start + $0.photos, Self.room / $0.largest)) }
    }

    package func bytes(of address: PhotoAddress) async throws(ScanError) -> Data {
        var count = 0
        defer { seen.withLock { $0 = ($0.photos + 1, max($0.largest, count)) } }
        var attempt = 1
        while true {
            let failure: ScanError
            var retryAfter: Double?
            var isPassing: Bool
            do throws(HTTPError) {
                let response = try await started().perform(
                    HTTPRequest(url: address.signed, accept: "*/*"))
                if (200..<300).contains(response.status) {
                    count = response.body.count
                    return response.body
                }
                retryAfter = response.retryAfter.flatMap { RetryAfter.seconds($0, now: .now) }
                failure = .notFetched(.status(response.status))
                isPassing = FetchFailure.mayPass(response.status)
            } catch {
                failure = ScanError(error)
                // A download that timed out is not repeated.
                isPassing = error.isPassing
                if case .timedOut = error { isPassing = false }
            }
            guard isPassing,
                let wait = backOff.wait(after: attempt, retryAfter: retryAfter, jitter: .random(in: 0..<1)),
                (try? await Task.sleep(for: .seconds(wait))) != nil
            else { throw failure }
            attempt += 1
        }
    }

    private func started() throws(HTTPError) -> CurlLoop {
        if let loop { return loop }
        let new = try CurlLoop(options)
        loop = new
        return new
    }
}

extension ScanError {
    fileprivate init(_ error: HTTPError) {
        self =
            switch error {
            case .tooLarge: .tooManyBytes
            case .address: .notFetched(.address)
            case .timedOut, .stalled, .cancelled: .notFetched(.timedOut)
            case .hungUp, .cutOff: .notFetched(.cutOff)
            case .redirect, .privateNetwork: .notFetched(.redirect)
            case .unreachable(_, let failure), .loginDenied(_, let failure), .refused(_, let failure),
                .library(let failure):
                .notFetched(.unreachable(failure.words))
            case .certificate(_, let failure), .handshake(_, let failure), .notHTTP(_, let failure):
                .notFetched(.untrusted(failure.words))
            }
    }
}

extension HTTPOptions {
    /// Options for photos: at most five minutes for each, cancelled if no data arrives for half a minute, a limit on
    /// the size, and no redirect from https to http.
    package var forPhotos: HTTPOptions {
        var options = self
        options.timeout = .seconds(300)
        options.stall = .seconds(30)
        options.sizeLimit = Photo.sizeLimit
        options.followsToHTTP = false
        return options
    }
}
