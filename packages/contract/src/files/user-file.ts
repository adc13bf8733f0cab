/** User files: pictures, proofs, exports (specification.md §7). Multipart requests carry the file in the field `file`. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';

/** Base path of public pictures, `PICTURE_PATH/<sha256>.webp`. They are sent as files, not as JSON. */
export const PICTURE_PATH = '/api/file/picture';

export const fileId = z.string().min(1).max(64);

export const userFile = z.object({
  id: z.string(),
  name: z.string(),
  /** Media type of the file, detected from its content and not from its name. */
  mediaType: z.string(),
  sizeBytes: z.number().int(),
  createdAt: z.number().int(),
  /** Public URL of a picture; null for a file that requires a download link. */
  url: z.string().nullable(),
});

export type UserFile = z.output<typeof userFile>;

/** Returns the lifetime of a download link in minutes: an integer is limited to 1 to 60, anything else means 20. */
export const downloadLinkMinutes = (requested: string): number =>
  /^\d+$/.test(requested) ? Math.min(Math.max(Number(requested), 1), LIMITS.downloadLinkMinutesMax) : LIMITS.downloadLinkMinutesDefault;
