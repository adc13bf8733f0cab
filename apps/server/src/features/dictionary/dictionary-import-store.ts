/** The SQL on `dictionary_import`. */
import type { DictionaryImport, DictionaryImportState } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { DICTIONARY_LIMITS } from './limits.ts';

/** An uploaded file; its object has the key of its content. */
export interface UploadedFile {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface StoredDictionaryImport {
  readonly files: readonly UploadedFile[];
  readonly given: { readonly name: string | undefined; readonly license: string | undefined };
  readonly shown: DictionaryImport;
}

interface Row extends Record<string, unknown> {
  id: string;
  files: UploadedFile[];
  given_name: string;
  given_license: string;
  state: DictionaryImportState;
  name: string;
  entries: number;
  detail: string;
  created_at: number;
  finished_at: number | null;
}

const toStored = (row: Row): StoredDictionaryImport => ({
  files: row.files,
  given: { name: row.given_name || undefined, license: row.given_license || undefined },
  shown: {
    id: row.id,
    fileNames: row.files.map(({ name }) => name),
    bytes: row.files.reduce((sum, { bytes }) => sum + bytes, 0),
    state: row.state,
    entries: row.entries,
    name: row.name || row.given_name,
    detail: row.detail,
    createdAt: row.created_at,
    ...(row.finished_at === null ? {} : { finishedAt: row.finished_at }),
  },
});

const columns = sql`id, files, given_name, given_license, state, name, entries, detail, created_at, finished_at`;

export interface NewDictionaryImport {
  readonly id: string;
  readonly files: readonly UploadedFile[];
  readonly name: string;
  readonly license: string;
  readonly createdAt: number;
}

/** Stores an import and deletes the oldest ended ones. */
export const insertDictionaryImport = async (
  db: Queryable,
  { id, files, name, license, createdAt }: NewDictionaryImport,
): Promise<DictionaryImport> => {
  const { rows } = await db.execute<Row>(sql`
    insert into dictionary_import (id, files, given_name, given_license, state, created_at)
    values (${id}, ${JSON.stringify(files)}::jsonb, ${name}, ${license}, 'queued', ${createdAt}) returning ${columns}`);
  await db.execute(sql`
    delete from dictionary_import where finished_at is not null and id not in (
      select id from dictionary_import order by created_at desc, id desc limit ${DICTIONARY_LIMITS.storedImportsMax})`);
  const [row] = rows;
  if (row === undefined) throw new Error('the import was not stored');
  return toStored(row).shown;
};

export const findDictionaryImport = async (db: Queryable, id: string): Promise<StoredDictionaryImport | undefined> => {
  const { rows } = await db.execute<Row>(sql`select ${columns} from dictionary_import where id = ${id}`);
  return rows[0] && toStored(rows[0]);
};

/** Returns the newest imports, the newest first. */
export const listDictionaryImports = async (db: Queryable): Promise<DictionaryImport[]> => {
  const { rows } = await db.execute<Row>(
    sql`select ${columns} from dictionary_import order by created_at desc, id desc limit ${DICTIONARY_LIMITS.storedImportsMax}`,
  );
  return rows.map((row) => toStored(row).shown);
};

/** Stores the progress of an import that has not ended. */
export const updateDictionaryImport = async (db: Queryable, id: string, at: { name: string; entries: number }): Promise<void> => {
  await db.execute(
    sql`update dictionary_import set state = 'running', name = ${at.name}, entries = ${at.entries} where id = ${id} and finished_at is null`,
  );
};

export interface DictionaryImportEnd {
  readonly state: 'done' | 'refused' | 'failed';
  readonly detail: string;
  readonly finishedAt: number;
}

export const finishDictionaryImport = async (db: Queryable, id: string, end: DictionaryImportEnd): Promise<void> => {
  await db.execute(sql`
    update dictionary_import set state = ${end.state}, detail = ${end.detail}, finished_at = ${end.finishedAt}
    where id = ${id} and finished_at is null`);
};
