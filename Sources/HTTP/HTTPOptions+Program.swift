// HTTP options from the environment.
import Books
import Foundation

extension HTTPOptions {
    /// - Parameters:
    ///   - contact: see `HTTPOptions`.
    ///   - timeout: for a whole transfer.
    package static func program(contact: String? = nil, timeout: Duration = .seconds(15)) -> HTTPOptions {
        let set = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        // libcurl, unlike the curl tool, ignores what certificates the environment names.
        let bundle = set["CURL_CA_BUNDLE"]
        return HTTPOptions(
            program: "BookZone/\(ProgramVersion.current)", contact: contact, timeout: timeout,
            certificateFile: bundle ?? set["SSL_CERT_FILE"],
            certificateFolder: bundle == nil ? set["SSL_CERT_DIR"] : nil)
    }
}
