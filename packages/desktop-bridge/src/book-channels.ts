/**
 * The messages by which the client's page stores books in files of the desktop client. The main process encrypts and serves the files; the
 * page never has a key that opens them: it stores the key of a lease as the system's key store has sealed it.
 */
import { z } from 'zod';

const id = z.string().regex(/^[0-9a-hjkmnp-tv-z]{26}$/);
/** Key of a lease as `seal-lease-key` has returned it, in base64url. */
const sealedKey = z
  .string()
  .regex(/^[\w-]+$/)
  .max(2_000);
const lease = z.strictObject({ id, key: sealedKey });
const resources = z
  .array(
    z.strictObject({
      href: z.string().min(1).max(2_000),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      bytes: z.number().int().min(0),
    }),
  )
  .max(50_000);
const contentUrl = z.string().max(10_000);

/** Input schemas by channel. */
export const BOOK_CHANNELS = {
  /** Seals the key of a lease with the system's key store. Returns the sealed key, which opens the book until `expiresAt` (UTC ms). */
  'seal-lease-key': z.strictObject({ id, bookId: id, key: z.string().regex(/^[\w-]{43}$/), expiresAt: z.number().int() }),
  /** Returns whether the system's key store opens the key: not on another computer, nor after the expiry. */
  'can-open-book': lease,
  /** Stores a page of the reading engine, by its URL at the server. */
  'store-engine-page': z.strictObject({ bookId: id, url: contentUrl }),
  'download-book': z.strictObject({ bookId: id, lease, baseUrl: contentUrl, resources }),
  'pause-download': z.undefined(),
  'count-stored-files': z.strictObject({ leaseId: id, resources }),
  'verify-book': z.strictObject({ lease, resources }),
  'store-book-text': z.strictObject({ lease, text: z.string().max(200_000_000) }),
  'search-stored-book': z.strictObject({
    lease,
    q: z.string().max(200),
    offset: z.number().int().min(0),
    limit: z.number().int().min(0).max(200),
  }),
  'remove-book': z.strictObject({ leaseId: id }),
  /** Returns the free space of the disk in bytes; undefined if the system does not say. */
  'free-space': z.undefined(),
} as const;

type Input<Channel extends keyof typeof BOOK_CHANNELS> = z.input<(typeof BOOK_CHANNELS)[Channel]>;

/** Files and bytes that are stored so far of the book that is being downloaded. */
export interface BookProgress {
  readonly files: number;
  readonly bytes: number;
}

/** Why a download ended; the values of the reading engine's store (`packages/reading-engine/src/offline/protocol.ts`). */
export type BookDownloadEnd = 'stored' | 'paused' | 'refused' | 'network' | 'full' | 'damaged';

/** The functions of the bridge that send these messages. Each rejects when the message is refused or the disk fails. */
export interface BookRequests {
  sealLeaseKey(input: Input<'seal-lease-key'>): Promise<string>;
  canOpenBook(input: Input<'can-open-book'>): Promise<boolean>;
  storeEnginePage(input: Input<'store-engine-page'>): Promise<undefined>;
  downloadBook(input: Input<'download-book'>): Promise<{ readonly end: BookDownloadEnd }>;
  pauseDownload(): Promise<undefined>;
  countStoredFiles(input: Input<'count-stored-files'>): Promise<BookProgress>;
  verifyBook(input: Input<'verify-book'>): Promise<{ readonly damaged: number }>;
  /** `isFull`: the disk is full. */
  storeBookText(input: Input<'store-book-text'>): Promise<{ readonly isFull: boolean }>;
  /** The hits are locators (`packages/contract/src/publication/locator.ts`), which the page validates. */
  searchStoredBook(input: Input<'search-stored-book'>): Promise<{ readonly hits: readonly unknown[]; readonly total: number }>;
  removeBook(input: Input<'remove-book'>): Promise<undefined>;
  freeSpace(): Promise<number | undefined>;
}
