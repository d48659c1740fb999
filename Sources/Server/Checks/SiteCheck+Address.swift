#if Server
// Whether browsers reach the site at its address, and how a proxy changes requests.
import Accounts
import Catalogue
import Formatting
import Foundation
import HTTP

extension SiteCheck {
    /// - Parameter dates: the time of the address's server is added to it.
    func reach(_ dates: inout [HostDate]) async -> [Finding] {
        let secret = Secret()
        do {
            let client = try ProbeClient(host: options.address.host, secret: secret, timeout: timeout)
            guard case .failure(.unreachable) = await client.get(local("/healthz"), isLocal: true) else {
                if let fault = try await recognise(client, secret) { return [wrong(.address, fault)] }
                return await probe(client, &dates)
            }
            let site = ProbeController(hold: hold) { $0.hash == secret.hash }
            let found = try await site.serving(as: options) { () -> ([Finding], [HostDate]) in
                var dates: [HostDate] = []
                return (await probe(client, &dates), dates)
            }
            guard let found else { return [] }
            dates += found.1
            return found.0
        } catch let error as CatalogueError {
            return [wrong(.address, error.message)]
        } catch {
            return [
                wrong(.address, "--listen \(place): \(error); choose an address and a port of this machine")
            ]
        }
    }

    /// Makes the secret known to the running site.
    ///
    /// - Returns: what is wrong; `nil` if the site recognises the secret.
    private func recognise(_ client: ProbeClient, _ secret: Secret) async throws -> String? {
        let other =
            "--listen \(place): what answers there is not the site of \(store); choose another --listen, "
            + "or the --store of the site"
        guard access(store, F_OK) == 0 else { return other }
        guard try Store.version(at: store) == Store.currentVersion else {
            return "--listen \(place): the site was started by an older version; restart it, then check again"
        }
        try Store(path: store, ifMissing: .refuse).save(Ticket(.check, until: .now + 300), hash: secret.hash)
        let result = await client.get(local(options.address.base + ProbeController.path), isLocal: true)
        guard case .success(let response) = result else { return other }
        if response.answer != nil { return nil }
        guard await isElsewhere(response.status, client) else { return other }
        return
            "--address \(options.address.text): the site at \(place) was started with another --address; "
            + "give that one here, or restart the site with this one"
    }

    /// Whether the running site has another host name or base path.
    ///
    /// - Parameter status: of its response to a probe.
    private func isElsewhere(_ status: Int, _ client: ProbeClient) async -> Bool {
        /// `nil` if there was no answer in time.
        func isThere(_ path: String) async -> Bool? {
            guard case .success(let response) = await client.get(local(path), isLocal: true) else {
                return nil
            }
            return response.status == 200
        }
        if status == 421 { return true }
        // Outside the base path, and in it.
        guard await isThere("/healthz") == true else { return false }
        return await isThere(options.address.base + "/robots.txt") == false
    }

    /// Requests the site at its address, and at its further host names, which may have either scheme.
    private func probe(_ client: ProbeClient, _ dates: inout [HostDate]) async -> [Finding] {
        var findings = await probe([options.address], "--address", client, &dates)
        for host in options.hosts.sorted() {
            let schemes = options.address.isSecure ? ["https", "http"] : ["http", "https"]
            let addresses = schemes.compactMap { SiteAddress("\($0)://\(host)\(options.address.base)") }
            findings +=
                addresses.isEmpty
                ? [wrong(.address, "--host \(host): not a host name")]
                : await probe(addresses, "--host", client, &dates)
        }
        return findings.filter { $0.subject == .address } + findings.filter { $0.subject == .proxy }
    }

    /// - Parameters:
    ///   - addresses: the site must answer at one of them.
    ///   - option: with which they were given.
    private func probe(
        _ addresses: [SiteAddress], _ option: String, _ client: ProbeClient, _ dates: inout [HostDate]
    ) async -> [Finding] {
        var faults: [String] = []
        for address in addresses {
            let sent = now()
            let result = await client.get(address(ProbeController.path))
            guard case .success(let response) = result, let answer = response.answer else {
                faults.append(fault(result, address, option))
                continue
            }
            if let date = response.date {
                dates.append(HostDate(host: address.host, date, sent: sent, received: now()))
            }
            return await findings(answer, address, client)
        }
        return faults.prefix(1).map { wrong(.address, $0) }
    }

    /// - Parameter answer: the site's first one at this address.
    private func findings(
        _ answer: ProbeAnswer, _ address: SiteAddress, _ client: ProbeClient
    ) async -> [Finding] {
        let isUnencrypted = !address.isSecure && !SiteAddress.isHere(address.host)
        let found = Finding(
            subject: .address, verdict: isUnencrypted ? .open : .fine,
            words: isUnencrypted
                ? "\(address.text) answers without https: anybody on the network can read requests"
                : "\(address.text) answers")
        let name = options.hosts.isEmpty ? "" : "\(address.text): "
        let faults = [
            forwarding(answer, address), await streaming(address, client), await taking(address, client),
        ]
        .compactMap(\.self)
        guard faults.isEmpty else { return [found] + faults.map { wrong(.proxy, name + $0) } }
        let isDirect = answer.forwarded.last == ProbeClient.stranger
        let proxy = Finding(
            subject: .proxy, verdict: isDirect ? .open : .fine,
            words: name
                + (isDirect ? "none" : "\(answer.peer) forwards clients' addresses, events and photos"))
        return [found, proxy]
    }

    private func wrong(_ subject: Finding.Subject, _ words: String) -> Finding {
        Finding(subject: subject, verdict: .wrong, words: words)
    }

    private var place: String { "\(options.listen.host):\(options.listen.port)" }

    /// The address that bypasses the proxy.
    private func local(_ path: String) -> String {
        let host = ["0.0.0.0", "::"].contains(options.listen.host) ? "localhost" : options.listen.host
        return "http://\(host.contains(":") ? "[\(host)]" : host):\(options.listen.port)\(path)"
    }
}

// The faults that are checked for.
extension SiteCheck {
    private func fault(
        _ result: Result<HTTPResponse, HTTPError>, _ probed: SiteAddress, _ option: String
    ) -> String {
        let (address, host, base) = (probed.text, probed.host, probed.base)
        switch result {
        case .failure(.certificate(_, let failure)):
            return
                "\(address): browsers don't trust its certificate (\(failure.words)); renew it, or send its whole chain"
        case .failure(let error):
            return "\(address): \(error.message); check the name in the DNS, the firewall and the proxy"
        case .success(let response):
            let status = "HTTP \(response.status)"
            switch response.status {
            case 200:
                return "\(address): another site answers there; check the name in the DNS, and the proxy"
            case 421:
                return
                    "\(address): the proxy asks for another host than \(host); have it forward Host unchanged"
            case 300..<400:
                return "\(address): redirects (\(status)); give \(option) as browsers show it in the end"
            case 404:
                return "\(address): the proxy does not send \(base)/ to \(place); give both the same path"
            case 502...504:
                return "\(address): the proxy does not reach the site (\(status)); have it ask \(place)"
            default: return "\(address): \(status); check the proxy"
            }
        }
    }

    /// An `X-Forwarded-For` sent by the client must not be trusted; the one of the proxy must be.
    private func forwarding(_ answer: ProbeAnswer, _ address: SiteAddress) -> String? {
        let isTrusted = ClientAddress(answer.peer).map(options.proxies.contains) == true
        let harm = "so readers share one limit for wrong passwords"
        switch answer.forwarded.last {
        case ProbeClient.stranger where isTrusted:
            return "\(answer.peer) passes on any X-Forwarded-For, so anybody can pose as another address; "
                + "have it append the client's address"
        // Without https there may be no proxy.
        case ProbeClient.stranger where !address.isSecure: return nil
        case nil, ProbeClient.stranger:
            return "\(answer.peer) does not forward clients' addresses, \(harm); "
                + "have it append them to X-Forwarded-For, and start the site with --proxy \(answer.peer)"
        default:
            return isTrusted
                ? nil
                : "requests come through \(answer.peer), which is not trusted, \(harm); "
                    + "start the site with --proxy \(answer.peer)"
        }
    }

    /// Events must arrive when they are sent, not when the stream ends.
    private func streaming(_ address: SiteAddress, _ client: ProbeClient) async -> String? {
        let result = await client.get(address(ProbeController.events), endsWithFirstBytes: true)
        let live = address.base + "/live"
        guard case .success(let response) = result, let sent = ProbeController.sent(response.body) else {
            return "the proxy does not forward event streams; have it forward \(live)"
        }
        guard Date.now.timeIntervalSince(sent) >= hold / .seconds(1) else { return nil }
        return
            "the proxy holds events back, so open pages are not updated; switch its buffering off for \(live)"
    }

    /// Many proxies reject photos with their default limit.
    private func taking(_ address: SiteAddress, _ client: ProbeClient) async -> String? {
        let result = await client.post(address(ProbeController.path), bytes: Self.photo)
        if case .success(let response) = result, response.answer?.received == Self.photo { return nil }
        return
            "the proxy refuses a photo of \(Self.photo.size); have it accept bodies of \(options.scanLimit >> 20) MB"
    }

    /// The size of a typical photo, in bytes.
    private static let photo = 8_000_000
}
#endif
