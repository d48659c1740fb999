#if Server
// Why a backup failed, in words for administrators.
import Catalogue
import Formatting
import Foundation
import HTTP

enum BackupFailure {
    static func message(of error: any Error, place: String) -> String {
        switch error {
        case let error as CatalogueError: error.message
        case let error as HTTPError: error.message
        case let error as BucketError:
            "\(place): the server answered \(error.status)"
                + (error.code.isEmpty ? "" : " (\(error.code))")
                + (error.message.isEmpty ? "" : ": \(error.message)")
                + "; check the bucket, AWS_REGION and the rights of the access key"
        case let error as CocoaError where error.code == .fileReadNoSuchFile:
            "\(place): there is no such folder; is its disk mounted?"
        case let error as CocoaError: "\(place): \(error.localizedDescription)"
        default: "\(place): \(error)"
        }
    }
}
#endif
