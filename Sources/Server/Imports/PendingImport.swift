#if Server
// A file of books whose import is to be confirmed.
import Foundation

struct PendingImport: PendingUpload {
    let id = Secret().text
    let file: SpooledFiles
    let name: String
    let isShared: Bool
    let format: String
    let encoding: String?
    let dryRunOutcome: FileImport.Outcome
    let made = Date.now
}

/// What an import did, for a form that is sent twice.
struct ConfirmedImport: PendingUpload {
    /// That of the pending import.
    let id: String
    let outcome: FileImport.Outcome
    /// Its number in the history; `nil` if it changed nothing.
    let change: Int64?
    let made = Date.now
}
#endif
