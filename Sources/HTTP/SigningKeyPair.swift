// The key that signs requests to S3.
import Foundation

/// An access key of AWS, or of another server with the S3 protocol.
package struct SigningKeyPair: Sendable {
    package let id: String
    package let secret: String
    /// For a temporary key.
    package let sessionToken: String?
    /// Such as `eu-central-1`.
    package let region: String

    package init(id: String, secret: String, sessionToken: String? = nil, region: String = "us-east-1") {
        (self.id, self.secret, self.sessionToken, self.region) = (id, secret, sessionToken, region)
    }

    /// From the variables that other programs use, too: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
    /// `AWS_SESSION_TOKEN` and `AWS_REGION`; `nil` if a key is missing.
    package init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let set = environment.filter { !$0.value.isEmpty }
        guard let id = set["AWS_ACCESS_KEY_ID"], let secret = set["AWS_SECRET_ACCESS_KEY"] else { return nil }
        self.init(
            id: id, secret: secret, sessionToken: set["AWS_SESSION_TOKEN"],
            region: set["AWS_REGION"] ?? set["AWS_DEFAULT_REGION"] ?? "us-east-1")
    }
}
