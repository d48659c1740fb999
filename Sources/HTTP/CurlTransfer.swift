// One libcurl transfer: owns the easy handle and collects the response within the size limit.
internal import CCurl
import Foundation

/// Used only on the thread of the `CurlLoop` that runs it.
final class CurlTransfer {
    let easy: UnsafeMutableRawPointer
    private let headers: UnsafeMutablePointer<curl_slist>?
    private let reason: UnsafeMutablePointer<CChar>
    /// Owned by the caller, who reuses its connections.
    private let isBorrowed: Bool
    private let sent: Data?
    private let url: String
    private let host: String
    private let options: HTTPOptions
    private var body = Data()
    private var retryAfter: String?
    private var entityTag: String?
    private var date: Date?
    private let endsWithFirstBytes: Bool
    private var overflowed = false
    private var isKeptFromHost = false
    /// Whether the headers of the last response are complete.
    private var isHeadWhole = false

    /// - Parameter handle: is reused; `nil` creates one.
    init(
        _ request: HTTPRequest, options: HTTPOptions, on handle: UnsafeMutableRawPointer? = nil
    ) throws(HTTPError) {
        let address = try WebAddress(request.url)
        if let handle { easy = handle } else { easy = try Curl.easyHandle() }
        isBorrowed = handle != nil
        sent = request.body
        endsWithFirstBytes = request.endsWithFirstBytes
        self.options = options
        (url, host) = (request.url, address.host)
        var list = curl_slist_append(nil, "Accept: \(request.accept)")
        for header in request.headers { list = curl_slist_append(list, header) }
        headers = list
        reason = .allocate(capacity: Int(CURL_ERROR_SIZE))
        reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        setOptions(request.url, isLoopback: address.isLoopback)
        setBody(request.method)
        if let key = request.signature { sign(with: key) }
        setReceivers()
    }

    deinit {
        if isBorrowed { curl_easy_reset(easy) } else { curl_easy_cleanup(easy) }
        curl_slist_free_all(headers)
        reason.deallocate()
    }

    private func setOptions(_ url: String, isLoopback: Bool) {
        let milliseconds = Int(options.timeout / .milliseconds(1))
        bookzone_set_string(easy, CURLOPT_URL, url)
        bookzone_set_string(easy, CURLOPT_USERAGENT, options.userAgent)
        bookzone_set_pointer(easy, CURLOPT_HTTPHEADER, headers)
        bookzone_set_string(easy, CURLOPT_ACCEPT_ENCODING, "")  // all compressions that this libcurl supports
        bookzone_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        bookzone_set_long(easy, CURLOPT_PIPEWAIT, 1)
        bookzone_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        let staysSecure = !options.followsToHTTP && url.prefix(6).lowercased() == "https:"
        bookzone_set_string(easy, CURLOPT_REDIR_PROTOCOLS_STR, staysSecure ? "https" : "http,https")
        bookzone_set_long(easy, CURLOPT_FOLLOWLOCATION, options.followsRedirects ? 1 : 0)
        bookzone_set_long(easy, CURLOPT_MAXREDIRS, 5)
        bookzone_set_long(easy, CURLOPT_PATH_AS_IS, options.keepsDotSegments ? 1 : 0)
        bookzone_set_long(easy, CURLOPT_NOSIGNAL, 1)
        bookzone_set_long(easy, CURLOPT_TIMEOUT_MS, milliseconds)
        bookzone_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, min(milliseconds, Self.connecting * 1000))
        if let stall = options.stall {
            bookzone_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, 1000)
            bookzone_set_long(easy, CURLOPT_LOW_SPEED_TIME, Int(stall.components.seconds))
        }
        bookzone_set_pointer(easy, CURLOPT_ERRORBUFFER, reason)
        options.certificates.set(on: easy)
        // A proxy can't reach this machine's loopback interface.
        if isLoopback { bookzone_set_string(easy, CURLOPT_PROXY, "") }
    }

    /// The most seconds until there is a connection.
    private static let connecting = 10

    private func setBody(_ method: String) {
        if method != "GET" { bookzone_set_string(easy, CURLOPT_CUSTOMREQUEST, method) }
        guard let sent else { return }
        bookzone_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(sent.count))
        // libcurl copies it.
        _ = sent.withUnsafeBytes { bytes in
            bookzone_set_bytes(easy, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress)
        }
    }

    private func sign(with key: SigningKeyPair) {
        bookzone_set_string(easy, CURLOPT_AWS_SIGV4, "aws:amz:\(key.region):s3")
        bookzone_set_string(easy, CURLOPT_USERNAME, key.id)
        bookzone_set_string(easy, CURLOPT_PASSWORD, key.secret)
    }

    private func setReceivers() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        bookzone_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(options.sizeLimit))
        bookzone_set_pointer(easy, CURLOPT_WRITEDATA, context)
        bookzone_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        bookzone_set_pointer(easy, CURLOPT_HEADERDATA, context)
        bookzone_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            transfer.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
            return size * count
        }
        if case .publicOr = options.reach { setOpener(context) }
        bookzone_set_long(easy, CURLOPT_NOPROGRESS, 0)
        bookzone_set_pointer(easy, CURLOPT_XFERINFODATA, context)
        bookzone_set_progress(easy) { context, _, received, _, _ in
            guard let context else { return 1 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.mayGoOn(received: Int(received)) ? 0 : 1
        }
    }

    /// Called with each address that a name was resolved to, also after a redirect.
    private func setOpener(_ context: UnsafeMutableRawPointer) {
        bookzone_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
        bookzone_set_opener(easy) { context, _, address in
            guard let context, let address else { return CURL_SOCKET_BAD }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            guard transfer.options.reach.allows(curl_sockaddr.address(at: address)) else {
                transfer.isKeptFromHost = true
                return CURL_SOCKET_BAD
            }
            return socket(
                address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
                address.pointee.`protocol`)
        }
    }

    /// Receives unpacked bytes. Returning less than the number offered makes libcurl stop the transfer.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= options.sizeLimit else {
            overflowed = true
            return 0
        }
        body.append(contentsOf: bytes)
        return endsWithFirstBytes ? 0 : bytes.count
    }

    /// Counts compressed bytes, for responses without a declared length.
    private func mayGoOn(received: Int) -> Bool {
        if received > options.sizeLimit { overflowed = true }
        return !overflowed
    }

    private func receiveHeader(_ bytes: UnsafeRawBufferPointer) {
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {  // the first line of each response, including redirects
            (retryAfter, entityTag, date) = (nil, nil, nil)
            isHeadWhole = false
            body.removeAll()
        } else if line.allSatisfy(\.isNewline) {
            isHeadWhole = true
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
            switch line[..<colon].lowercased() {
            case "retry-after": retryAfter = value
            case "etag": entityTag = value
            case "date": date = Date(httpText: value)
            default: break
            }
        }
    }

    /// The result of a finished transfer.
    func result(_ code: CURLcode) -> Result<HTTPResponse, HTTPError> {
        if overflowed { return .failure(.tooLarge(host: host, limit: options.sizeLimit)) }
        if isKeptFromHost, code != CURLE_OK { return .failure(.privateNetwork(host: host)) }
        let hasEnough = endsWithFirstBytes && !body.isEmpty
        guard code == CURLE_OK || hasEnough else { return .failure(error(code)) }
        // libcurl treats incomplete headers as a response without a body.
        guard isHeadWhole else { return .failure(.cutOff(host: host, CurlFailure(CURLE_PARTIAL_FILE))) }
        var status = 0
        bookzone_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
        return .success(
            HTTPResponse(
                status: status, retryAfter: retryAfter, entityTag: entityTag, date: date, body: body))
    }

    private func error(_ code: CURLcode) -> HTTPError {
        let words = String(cString: reason)
        let failure = CurlFailure(code, words: words)
        return switch code {
        case CURLE_OPERATION_TIMEDOUT: timeout(words)
        case CURLE_GOT_NOTHING: .hungUp(host: host, failure)
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM,
            CURLE_BAD_CONTENT_ENCODING:
            .cutOff(host: host, failure)
        case CURLE_WEIRD_SERVER_REPLY: .notHTTP(host: host, failure)
        // Without a status line it would be HTTP/0.9, which is not supported. For a redirect, libcurl's message names
        // the protocol.
        case CURLE_UNSUPPORTED_PROTOCOL where !words.hasPrefix("Protocol"): .notHTTP(host: host, failure)
        case CURLE_FILESIZE_EXCEEDED:
            .tooLarge(host: host, limit: options.sizeLimit)
        case CURLE_URL_MALFORMAT where !isHeadWhole: .address(url)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_TOO_MANY_REDIRECTS, CURLE_URL_MALFORMAT:
            .redirect(host: host, failure)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE: .certificate(host: host, failure)
        case CURLE_SSL_CONNECT_ERROR: .handshake(host: host, failure)
        default:
            .unreachable(host: host, failure)
        }
    }
}

extension CurlTransfer {
    /// The limit that was exceeded: libcurl has one code for all of them.
    private func timeout(_ words: String) -> HTTPError {
        if let stall = options.stall, words.hasPrefix("Operation too slow") {
            return .timedOut(host: host, seconds: Int(stall.components.seconds), .stall)
        }
        var taken: curl_off_t = 0
        bookzone_get_offset(easy, CURLINFO_TOTAL_TIME_T, &taken)
        let total = options.timeout
        guard total > .seconds(Self.connecting), .microseconds(taken) < total - .milliseconds(100) else {
            return .timedOut(host: host, seconds: Int(total.components.seconds))
        }
        return .timedOut(host: host, seconds: Self.connecting, .connecting)
    }
}

extension CurlFailure {
    /// - Parameter words: if empty, libcurl's message for the code.
    init(_ code: CURLcode, words: String = "") {
        self.init(
            code: Int(code.rawValue), words: words.isEmpty ? String(cString: curl_easy_strerror(code)) : words
        )
    }
}
