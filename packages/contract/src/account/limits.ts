/**
 * Limits of the account slice that the server shares with the contract or the client. "Our choice" marks values without a specification.
 */
export const accountLimits = {
  sessionLifetimeMs: 15 * 86_400_000,
  /** How long the client uses the roles that it has fetched before it fetches them again. */
  roleCacheMs: 5 * 60_000,
  /** security.md §3: minimum time between two SMS codes of one purpose to one phone number. */
  smsResendMs: 60_000,
  /** Our choice: how long an account trusts a device on which its user has signed in. */
  deviceCredentialLifetimeMs: 365 * 86_400_000,
  /** Our choice: maximum number of device credentials that one device sends with a sign-in; it sends the newest ones. */
  deviceCredentialsPerDevice: 5,
  /** product.md §6.1: the week in which a user can cancel the closure of their account. */
  closingMs: 7 * 86_400_000,
  authorizationLifetimeMs: 10 * 60_000,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  /** Maximum length of a password in UTF-8 bytes, given by the capacity of its RSA encryption. */
  passwordMaxBytes: 250,
} as const;
