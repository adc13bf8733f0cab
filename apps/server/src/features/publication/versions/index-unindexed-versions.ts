/**
 * Indexes formulas and resources of books that were imported before formulas and resources could be searched; reads each book's served
 * content once.
 */

import { gunzipSync } from 'node:zlib';
import type { PublicationManifest } from '@shufang/contract';
import { ObjectNotFoundError, type ObjectStorage } from '../../../gateways/object-storage/object-storage.ts';
import type { Database } from '../../../platform/database.ts';
import type { Logger } from '../../../platform/logger.ts';
import { sql } from '../../../platform/sql.ts';
import { indexFormulas, type SegmentOfVersion } from './index-formulas.ts';
import { indexResources } from './index-resources.ts';
import { reindexBook } from './reindex-book.ts';
import { getContent, type StoredContent } from './stored-content.ts';

/** The job that indexes all remaining versions; it has no data. */
export const INDEX_VERSIONS_JOB = 'publication.indexVersions';

interface UnindexedVersion extends Record<string, unknown> {
  id: string;
  book_id: string;
  manifest: PublicationManifest;
  formulas: number;
}

interface StoredText extends Record<string, unknown> {
  href: string;
  sha256: string;
  part: NonNullable<StoredContent['part']> | null;
  encoding: 'gzip' | null;
}

const bodyOf = async (objects: ObjectStorage, { sha256, part, encoding }: StoredText): Promise<string> => {
  const { stream } = await getContent(objects, { sha256, part: part ?? undefined });
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  const stored = Buffer.concat(parts);
  return (encoding === 'gzip' ? gunzipSync(stored) : stored).toString('utf8');
};

/** Indexes one version. Returns true if it found one, so that there may be more. */
const indexNext = (deps: { readonly db: Database; readonly objects: ObjectStorage; readonly log: Logger }): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<UnindexedVersion>(sql`
      select id, book_id, manifest, coalesce((counts->>'formulas')::int, 0) as formulas from book_version where state = 'released' and text_indexed and not extras_indexed
      order by id limit 1 for update skip locked`);
    const [version] = rows;
    if (version === undefined) return false;
    const { rows: files } = await tx.execute<StoredText>(
      sql`select href, sha256, content_encoding as encoding, case when part_start is not null then json_build_object('start', part_start, 'bytes', part_bytes) end as part
        from publication_resource where version_id = ${version.id} and media_type = 'application/xhtml+xml'`,
    );
    const fileOf = new Map(files.map((file) => [file.href, file]));
    async function* segments(): AsyncGenerator<SegmentOfVersion> {
      for (const [documentIndex, { segments: parts }] of (version as UnindexedVersion).manifest.readingOrder.entries()) {
        for (const { href } of parts) {
          const file = fileOf.get(href);
          if (file !== undefined) yield { documentIndex, href, xhtml: await bodyOf(deps.objects, file) };
        }
      }
    }
    await tx.execute(sql`update book_version set extras_indexed = true where id = ${version.id}`);
    try {
      if (version.formulas > 0) await tx.transaction((part) => indexFormulas(part, version, segments()));
    } catch (error) {
      // A book whose contents are missing in the object store cannot be read; it must not block the other books.
      if (!(error instanceof ObjectNotFoundError)) throw error;
      deps.log.warn({ err: error, versionId: version.id }, 'formulas of a version without contents are not searched');
    }
    await indexResources(tx, version);
    // Indexing the book again reports a change of the catalog, which invalidates cached search results.
    await reindexBook(tx, version.book_id);
    return true;
  });

/** Indexes every remaining version, one transaction each. Safe to run in several processes and to stop at any time. */
export const indexUnindexedVersions = async (
  deps: { readonly db: Database; readonly objects: ObjectStorage; readonly log: Logger },
  signal: AbortSignal,
): Promise<void> => {
  while (await indexNext(deps)) signal.throwIfAborted();
};
