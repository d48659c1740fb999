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
        case let error as CatalogueError: reason(of: error)
        case let error as HTTPError: reason(of: error)
        case let error as BucketError: reason(of: error, place)
        case let error as CocoaError: reason(of: error, place)
        default: failed(place, "\(error)")
        }
    }

    private static func reason(of error: CatalogueError) -> Phrase {
        switch error {
        case .full(let path, _): full(path)
        case .noFolder(let path, _): missing(path)
        case .readOnly(let path, _): forbidden(path)
        case .cannotOpen(let path, .system(let code)), .cannotWrite(let path, .system(let code)),
            .failed(let path, .system(let code)), .unreadable(let path, let code):
            [EACCES, EPERM, EROFS].contains(code)
                ? forbidden(path) : failed(path, String(cString: strerror(code)))
        case .busy(let path, _), .beingWritten(let path):
            "\(path): locked by another program; if that lasts, end it"
        case .damaged(let path, _), .unsound(let path, _), .emptied(let path), .damagedCovers(let path):
            "\(path): damaged; bookzone store check shows what, bookzone store restore brings a backup back"
        default: Phrase(verbatim: error.message)
        }
    }

    private static func reason(of error: HTTPError) -> Phrase {
        switch error {
        case .unreachable(let host, let failure):
            "\(host) can't be reached (\(failure.words)); check the network and the proxy settings"
        case .timedOut(let host, let seconds, .total): "\(host) timed out after \(seconds) s"
        case .timedOut(let host, let seconds, .connecting): "\(host) made no connection within \(seconds) s"
        case .timedOut(let host, let seconds, .stall):
            "\(host) sent and took hardly anything for \(seconds) s"
        case .hungUp(let host, _), .cutOff(let host, _):
            "\(host) broke the connection off; if that lasts, check the network and the proxy settings"
        case .certificate(let host, let failure): reason(of: failure, host)
        case .handshake(let host, let failure), .notHTTP(let host, let failure):
            "\(host) answers neither http nor https (\(failure.words)); check the address"
        default: Phrase(verbatim: error.message)
        }
    }

    private static func reason(of failure: CurlFailure, _ host: String) -> Phrase {
        switch failure.certificateFault {
        case .expired: "\(host) has a certificate that has expired; whoever runs it must renew it"
        case .early: "\(host) has a certificate that is not valid yet; check this machine's clock"
        case .otherHost: "\(host) has a certificate for another name; check the address"
        case .unreadable:
            "\(host) can't be verified (\(failure.words)); correct SSL_CERT_FILE, SSL_CERT_DIR or CURL_CA_BUNDLE"
        case .untrusted:
            "\(host) has an invalid certificate (\(failure.words)); set SSL_CERT_FILE if you trust it"
        }
    }

    private static func reason(of error: BucketError, _ place: String) -> Phrase {
        let answer =
            "\(error.status)" + (error.code.isEmpty ? "" : " (\(error.code))")
            + (error.message.isEmpty ? "" : ": \(error.message)")
        return switch error.status {
        case 401, 403:
            "\(place): the server refused the access key with \(answer); check the key and its rights"
        case 404: "\(place): the server found no such bucket: \(answer); check the address"
        case 429, 500...: "\(place): the server failed with \(answer); if that lasts, ask whoever runs it"
        default:
            "\(place): the server answered \(answer); check the bucket, AWS_REGION and the rights of the access key"
        }
    }

    private static func reason(of error: CocoaError, _ place: String) -> Phrase {
        switch error.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: missing(place)
        case .fileReadNoPermission, .fileWriteNoPermission, .fileWriteVolumeReadOnly: forbidden(place)
        case .fileWriteOutOfSpace: full(place)
        default: failed(place, error.localizedDescription)
        }
    }

    private static func full(_ path: String) -> Phrase { "\(path): no space left; free some space" }

    private static func missing(_ path: String) -> Phrase {
        "\(path): there is no such folder; is its disk mounted?"
    }

    private static func forbidden(_ path: String) -> Phrase {
        "\(path): no permission to read or write; change the rights of the file and its folder"
    }

    private static func failed(_ path: String, _ words: String) -> Phrase {
        "\(path): reading or writing failed (\(words)); check its disk"
    }
}
#endif
