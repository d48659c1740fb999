#if Server
// Why a backup failed, in words for administrators.
import Catalogue
import Formatting
import Foundation
import HTTP
import Translation

enum BackupFailure {
    static func reason(of error: any Error, place: String) -> Phrase {
        switch error {
        case CatalogueError.full(let path, _): "\(path): no space left; free some space"
        case let error as CatalogueError: Phrase(verbatim: error.message)
        case HTTPError.unreachable(let host, let failure):
            "\(host) can't be reached (\(failure.words)); check the network and the proxy settings"
        case HTTPError.timedOut(let host, let seconds): "\(host) timed out after \(seconds) s"
        case let error as HTTPError: Phrase(verbatim: error.message)
        case let error as BucketError:
            "\(place): the server answered \(words(of: error)); check the bucket, AWS_REGION and the rights of the access key"
        case let error as CocoaError where error.code == .fileReadNoSuchFile:
            "\(place): there is no such folder; is its disk mounted?"
        case let error as CocoaError: Phrase(verbatim: "\(place): \(error.localizedDescription)")
        default: Phrase(verbatim: "\(place): \(error)")
        }
    }

    private static func words(of error: BucketError) -> String {
        "\(error.status)" + (error.code.isEmpty ? "" : " (\(error.code))")
            + (error.message.isEmpty ? "" : ": \(error.message)")
    }
}
#endif
