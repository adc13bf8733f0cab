/**
 * Limits of the files slice that the server shares with the contract or the client. Sizes: security.md §3. "Our choice" marks values
 * without a specification.
 */
export const fileLimits = {
  /** Maximum and default lifetime of a download link: security.md §2. */
  downloadLinkMinutesMax: 60,
  downloadLinkMinutesDefault: 20,
  avatarBytes: 5 * 1_048_576,
  imageBytes: 10 * 1_048_576,
  /** Our choice: length of an edge of an avatar in pixels, and maximum total size and number of a user's files. */
  avatarPixels: 512,
  userFilesBytes: 1024 ** 3,
  userFilesMax: 10_000,
} as const;
