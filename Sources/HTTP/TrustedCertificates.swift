// Which certificates transfers trust.
internal import CCurl
import Foundation

/// Those of the system, unless others are named.
public struct TrustedCertificates: Sendable {
    /// A file of them, instead of the system's.
    public var file: String?
    /// A folder of them.
    public var folder: String?

    public init(file: String? = nil, folder: String? = nil) { (self.file, self.folder) = (file, folder) }

    /// Those that the environment names. Unlike the curl tool, libcurl ignores them.
    package static var ofEnvironment: TrustedCertificates {
        let set = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        let bundle = set["CURL_CA_BUNDLE"]
        return TrustedCertificates(
            file: bundle ?? set["SSL_CERT_FILE"], folder: bundle == nil ? set["SSL_CERT_DIR"] : nil)
    }

    func set(on easy: UnsafeMutableRawPointer) {
        if let file { bookzone_set_string(easy, CURLOPT_CAINFO, file) }
        if let folder { bookzone_set_string(easy, CURLOPT_CAPATH, folder) }
    }
}
