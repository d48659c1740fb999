// The version, for --version and the user agent.

package enum ProgramVersion {
    package static let current = "0.1.0"
}
