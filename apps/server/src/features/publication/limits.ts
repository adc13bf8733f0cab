/**
 * Limits that imports and conversions alone enforce (server and isolated processes). Those the client needs as well:
 * contract/src/publication/limits.ts. "Our choice" marks a limit that no specification demands.
 */
export const PUBLICATION_LIMITS = {
  /** Limits of security.md §3 for all archives and images that the server opens. */
  archiveEntries: 20_000,
  /** Our choice: maximum length of a path inside the archive, in characters. */
  archivePathChars: 1_024,
  archiveUnpackedBytes: 2 * 1024 ** 3,
  archiveRatio: 200,
  archiveRatioFromBytes: 1_048_576,
  importWorkerBytes: 512 * 1_048_576,
  /** CPU time of a conversion: a busy machine does not shorten it. */
  importTimeoutMs: 60_000,
  /** Our choice: time of a conversion with waiting. */
  importWaitMs: 15 * 60_000,
  /** Our choice: how often the index of a version is begun, if the process ends each time before it is written. */
  indexAttempts: 3,
  imagePixels: 40_000_000,
  /** Our choice: phrases of all media overlays of a book. */
  narrationPhrases: 200_000,
  /** Our choice: size of a media overlay document, and the nesting of its sequences. */
  overlayBytes: 8 * 1_048_576,
  overlayDepth: 64,
  /** Our choice: libjxl needs about 60 bytes of memory for each pixel. */
  jpegXlPixels: 4_000_000,
  /** Our choice: limits of the check against the EPUB standard, which reads the whole file into memory; larger files are not checked. */
  standardCheckFileBytes: 64 * 1_048_576,
  standardCheckBytes: 512 * 1_048_576,
  standardCheckTimeoutMs: 60_000,
  standardChecksWaiting: 16,

  /** Lengths of segments. Source: design.md §3 and §5. */
  segmentCharsMin: 15_000,
  segmentCharsMax: 30_000,
} as const;
