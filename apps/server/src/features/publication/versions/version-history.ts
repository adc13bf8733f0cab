/** The released versions of a book with their changes. The only SQL on the release notes and counted changes of versions. */
import type { NavigationEntry, PublicationManifest, VersionChanges } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { findReleasedVersion } from './read-version.ts';

const CHAPTERS_SHOWN = 20;

export interface ReleasedVersion {
  readonly id: string;
  readonly no: number;
  readonly releasedAt: number;
  readonly note: string;
  readonly chars: number;
  readonly changes: VersionChanges | undefined;
}

/** Returns the title of the first entry of the contents that links to each document, by document index. */
const titlesOfDocuments = (manifest: PublicationManifest): Map<number, string> => {
  const indexes = new Map(
    manifest.readingOrder.flatMap((item, index) => item.segments.map((segment): [string, number] => [segment.href, index])),
  );
  const titles = new Map<number, string>();
  const visit = (entries: readonly NavigationEntry[]): void => {
    for (const entry of entries) {
      const index = entry.href === undefined ? undefined : indexes.get(entry.href.replace(/#.*$/, ''));
      if (index !== undefined && !titles.has(index)) titles.set(index, entry.title);
      visit(entry.children ?? []);
    }
  };
  visit(manifest.toc);
  return titles;
};

/**
 * Counts the blocks that were added, changed and removed. Blocks keep their ids across versions, so comparing the blocks of two versions
 * shows the changes.
 */
const countChanges = async (db: Queryable, versionId: string, beforeId: string): Promise<VersionChanges> => {
  const { rows } = await db.execute<{ document_index: number | null; added: number; changed: number; removed: number }>(sql`
    with new as (select block_id, hash, document_index from publication_block where version_id = ${versionId} and kind <> 'page-break'),
      old as (select block_id, hash from publication_block where version_id = ${beforeId} and kind <> 'page-break')
    select new.document_index, count(*) filter (where old.block_id is null)::int as added,
      count(*) filter (where new.block_id is not null and old.block_id is not null)::int as changed,
      count(*) filter (where new.block_id is null)::int as removed
    from new full join old on old.block_id = new.block_id
    where old.hash is distinct from new.hash group by new.document_index order by new.document_index`);
  const sum = (name: 'added' | 'changed' | 'removed'): number => rows.reduce((total, row) => total + row[name], 0);
  const manifest = (await findReleasedVersion(db, versionId))?.manifest;
  const titles = manifest === undefined ? new Map<number, string>() : titlesOfDocuments(manifest);
  const chapters = rows.flatMap(({ document_index: index, added, changed }) => {
    const title = index === null ? undefined : titles.get(index);
    return title === undefined ? [] : [{ title, added, changed }];
  });
  return { added: sum('added'), changed: sum('changed'), removed: sum('removed'), chapters: chapters.slice(0, CHAPTERS_SHOWN) };
};

interface Row extends Record<string, unknown> {
  id: string;
  no: number;
  released_at: number;
  note: string;
  chars: number;
  changes: VersionChanges | null;
}

/**
 * Returns the released versions of a book, newest first. The changes of a version are immutable: they are counted at the first request and
 * stored.
 */
export const listReleasedVersions = async (db: Queryable, bookId: string): Promise<ReleasedVersion[]> => {
  const { rows } = await db.execute<Row>(sql`
    select id, no, released_at, note, chars, changes from book_version where book_id = ${bookId} and released_at is not null order by no desc`);
  const versions: ReleasedVersion[] = [];
  for (const [index, row] of rows.entries()) {
    const before = rows[index + 1];
    let changes = row.changes ?? undefined;
    if (changes === undefined && before !== undefined) {
      changes = await countChanges(db, row.id, before.id);
      await db.execute(sql`update book_version set changes = ${JSON.stringify(changes)}::jsonb where id = ${row.id}`);
    }
    versions.push({ id: row.id, no: row.no, releasedAt: row.released_at, note: row.note, chars: row.chars, changes });
  }
  return versions;
};

/** Returns the released versions of a book, newest first, without their changes. */
export const listVersionNumbers = async (db: Queryable, bookId: string): Promise<Pick<ReleasedVersion, 'id' | 'no' | 'releasedAt'>[]> => {
  const { rows } = await db.execute<Pick<Row, 'id' | 'no' | 'released_at'>>(
    sql`select id, no, released_at from book_version where book_id = ${bookId} and released_at is not null order by no desc`,
  );
  return rows.map((row) => ({ id: row.id, no: row.no, releasedAt: row.released_at }));
};

/** Returns the number of a version within its book; undefined if it does not exist. */
export const findVersionNo = async (db: Queryable, versionId: string): Promise<number | undefined> => {
  const { rows } = await db.execute<{ no: number }>(sql`select no from book_version where id = ${versionId}`);
  return rows[0]?.no;
};

/** Replaces the release note of a version. Returns the previous note; undefined if the book has no such version. */
export const replaceVersionNote = async (db: Queryable, bookId: string, no: number, note: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ note: string }>(sql`
    update book_version v set note = ${note} from (select id, note from book_version where book_id = ${bookId} and no = ${no} for update) as old
    where v.id = old.id and v.released_at is not null returning old.note`);
  return rows[0]?.note;
};
