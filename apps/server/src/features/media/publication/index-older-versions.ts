/** Formulas and resources of books that were imported before these could be searched: read once, from what is served, book after book. */
import { sql } from 'drizzle-orm';
import { contentKey } from '../../../gateways/object-storage/content-key.ts';
import { ObjectNotFoundError, type ObjectStorage } from '../../../gateways/object-storage/object-storage.ts';
import type { Database } from '../../../platform/database.ts';
import type { Logger } from '../../../platform/logger.ts';
import { indexFormulas, type SegmentOfVersion } from './index-formulas.ts';
import { indexResources } from './index-resources.ts';
import type { StoredManifest } from './read-publication.ts';
import { reindexBook } from './reindex-book.ts';

/** Job without data; whoever runs it does all that is left. */
export const OLDER_VERSIONS_JOB = 'media.olderVersions';

interface Waiting extends Record<string, unknown> {
  id: string;
  book_id: string;
  manifest: StoredManifest;
  formulas: number;
}

const bodyOf = async (objects: ObjectStorage, sha256: string): Promise<string> => {
  const { stream } = await objects.get(contentKey(sha256));
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};

/** True: a version was done, and there may be more. */
const indexNext = (deps: { readonly db: Database; readonly objects: ObjectStorage; readonly log: Logger }): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<Waiting>(sql`
      select id, book_id, manifest, coalesce((counts->>'formulas')::int, 0) as formulas from book_version where state = 'released' and not extras_indexed
      order by id limit 1 for update skip locked`);
    const [version] = rows;
    if (version === undefined) return false;
    const { rows: files } = await tx.execute<{ href: string; sha256: string }>(
      sql`select href, sha256 from publication_resource where version_id = ${version.id} and media_type = 'application/xhtml+xml'`,
    );
    const shaOf = new Map(files.map(({ href, sha256 }) => [href, sha256]));
    async function* segments(): AsyncGenerator<SegmentOfVersion> {
      for (const [documentIndex, { segments: parts }] of (version as Waiting).manifest.readingOrder.entries()) {
        for (const { href } of parts) {
          const sha256 = shaOf.get(href);
          if (sha256 !== undefined) yield { documentIndex, href, xhtml: await bodyOf(deps.objects, sha256) };
        }
      }
    }
    await tx.execute(sql`update book_version set extras_indexed = true where id = ${version.id}`);
    try {
      if (version.formulas > 0) await tx.transaction((part) => indexFormulas(part, version, segments()));
    } catch (error) {
      // A book whose contents are lost is read by nobody; the others must not wait for it.
      if (!(error instanceof ObjectNotFoundError)) throw error;
      deps.log.warn({ err: error, versionId: version.id }, 'formulas of a version without contents are not searched');
    }
    await indexResources(tx, version);
    // Answers of searches are kept until the catalogue changes.
    await reindexBook(tx, version.book_id);
    return true;
  });

/** Every version that waits, one transaction each. Safe to run in several processes and to be stopped at any time. */
export const indexOlderVersions = async (
  deps: { readonly db: Database; readonly objects: ObjectStorage; readonly log: Logger },
  signal: AbortSignal,
): Promise<void> => {
  while (await indexNext(deps)) signal.throwIfAborted();
};
