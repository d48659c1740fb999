#if Server
// `bookzone serve check`: finds faults in a site's configuration and its surroundings.
import ArgumentParser
import Books
import Foundation
import HTTP
import Server

struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says what is wrong with a site's address, proxy, mail, provider, backups, disk and clock.",
        discussion: """
            Takes the options and variables of the site, whether it runs or not. Each line says what was found and, \
            if something is wrong, what to do. Ends with 1 then, with 0 otherwise.
            """)

    @OptionGroup var serving: ServingOptions

    @Option(
        help: ArgumentHelp("Also send a test e-mail to this address.", valueName: "address"))
    var mailTo: String?

    func validate() throws {
        try serving.site.requireStoreAndAddress()
        if let mailTo, MailAddress(mailTo) == nil {
            throw ValidationError("--mail-to takes an e-mail address, not \(mailTo)")
        }
    }

    func run() async throws {
        let (options, faults) = try serving.checkedOptions()
        let check = SiteCheck(
            options, store: serving.site.path, mailTo: mailTo.flatMap { MailAddress($0) },
            faults: Dictionary(faults.map { ($0.subject, "\($0.error)") }) { first, _ in first })
        let findings = await check.findings { finding in
            let head = [finding.verdict.rawValue, finding.subject.rawValue].map {
                $0.padding(toLength: 9, withPad: " ", startingAt: 0)
            }
            print("\(head.joined())\(finding.words.printable)")
            // The next one may take long.
            fflush(nil)
        }
        if findings.contains(where: { $0.verdict == .wrong }) { Foundation.exit(Serve.unknown) }
    }
}
#endif
