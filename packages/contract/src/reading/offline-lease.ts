/** Leases of whole books: the right of one device to store a version of a book and to show it offline for a limited time. */
import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { deviceCode } from '../wire/headers.ts';

/** A lease as the device that holds it receives it. */
export const offlineLease = z.object({
  id: entityId,
  bookId: entityId,
  versionId: entityId,
  /** Time of the first issue, UTC ms. */
  issuedAt: z.number().int(),
  /** Time after which the device must delete the text, UTC ms; renewal moves it. */
  expiresAt: z.number().int(),
  /** The AES-256-GCM key under which the device stores the text, in base64url; the same for every renewal of the lease. */
  key: z.string().regex(/^[\w-]{43}$/),
  /** Address of the engine's frame page, as in `openBook`; the device stores the page with the book. */
  frameUrl: z.string(),
  /** Address of the page on the content origin that stores the book. */
  storeUrl: z.string(),
});
export type OfflineLease = z.output<typeof offlineLease>;

/** A lease in the list of a user's devices; without its key and its addresses. */
export const leaseRecord = offlineLease.omit({ key: true, frameUrl: true, storeUrl: true }).extend({
  deviceType: deviceCode,
  /** Browser and operating system of the device, e.g. `Chrome · Windows`; may be empty. */
  deviceName: z.string(),
  isThis: z.boolean(),
});
export type LeaseRecord = z.output<typeof leaseRecord>;
