/**
 * Limits of the institution slice that the server shares with the contract or the client. "Our choice" marks values without a
 * specification.
 */
export const institutionLimits = {
  institutionSignInLifetimeMs: 10 * 60_000,
  institutionsShown: 20,
  /**
   * Our choice: maximum length of an identity provider's metadata with logos and both certificates; the longest in the federation has about
   * 20,000 characters.
   */
  idpMetadataChars: 200_000,
  /**
   * Our choice: maximum length of a member list in base64, below the body limit. It holds about 20,000 lines, enough for the students of
   * one year at a large university.
   */
  rosterFileChars: 960_000,
  studentNoChars: 40,
  institutionMailDomainsMax: 10,
  /** Our choice: added, changed and removed members that the preview of an import lists. */
  memberChangesShown: 200,
} as const;
