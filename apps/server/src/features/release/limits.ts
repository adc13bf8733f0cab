/** Limits of client versions and of the texts about a build. "Our choice" marks a limit that no specification demands. */
export const RELEASE_LIMITS = {
  /** Our choice: maximum number of counted downloads per hour from one subnet of client IPs. */
  downloadCountsPerSubnetPerHour: 60,
  /** Our choice: maximum size of the release notes of a version. */
  releaseNotesBytes: 262_144,
  /** Our choice: maximum size of all files of an uploaded release. */
  releaseUploadBytes: 2 * 1024 ** 3,
  /** Our choice: lifetime of an upload token. It also ends with its session. */
  uploadTokenLifetimeMs: 12 * 3_600_000,
  /** Our choice: time after the last part after which an unfinished upload is deleted. */
  releaseUploadLifetimeMs: 86_400_000,
} as const;
