import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** One file of a version. */
export const packageResource = z.object({
  /** Address relative to the content base, as in the reading order. */
  href: z.string(),
  /** SHA-256 of the content without compression, 64 hex digits. */
  sha256: z.string(),
  bytes: z.number().int().min(0),
  mediaType: z.string(),
});
export type PackageResource = z.output<typeof packageResource>;

/**
 * Returns size and hash of every file of a version to a caller who may read the whole book: what a device downloads, and how it detects a
 * damaged file. A version never changes, so clients store the response.
 */
export const getBookPackage = operation({
  name: 'getBookPackage',
  method: 'GET',
  path: '/api/offline/package',
  summary: '整本下载的文件清单',
  permission: 'ownAccount',
  isImmutable: true,
  input: z.object({ bookId: entityId, versionId: entityId }),
  output: z.object({
    /** Size of all files in bytes. */
    bytes: z.number().int(),
    resources: z.array(packageResource),
  }),
  errors: ['catalog.bookNotFound', 'entitlement.notEntitled'],
});
