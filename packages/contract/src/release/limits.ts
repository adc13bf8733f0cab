/** Limits of the release slice that the server shares with the contract or the client. "Our choice" marks values without a specification. */
export const releaseLimits = {
  /** Our choice: maximum length of a publisher's one-line text about a build. */
  buildLineChars: 200,
  /** Our choice: size of each part of an uploaded file except the last one. A connection that breaks loses at most one part. */
  releasePartBytes: 8 * 1_048_576,
  /** Our choice: maximum size of the text of `release.json`; the release notes are its largest field. */
  signedReleaseChars: 400_000,
} as const;
