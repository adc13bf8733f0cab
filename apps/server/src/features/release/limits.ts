/** Limits of client versions and of the texts about a build. "Our choice" marks a limit that no specification demands. */
export const RELEASE_LIMITS = {
  /** Our choice: maximum number of counted downloads per hour from one subnet of client IPs. */
  downloadCountsPerSubnetPerHour: 60,
  /** Our choice: maximum size of the release notes of a version. */
  releaseNotesBytes: 262_144,
  /** Our choice: maximum length of an operator's one-line text about a build. */
  buildLineChars: 200,
} as const;
