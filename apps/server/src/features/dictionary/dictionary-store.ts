/** The SQL on `dictionary` and `dictionary_word`. */
import type { Dictionary, DictionaryEntry } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { ImportedEntry } from './import/dictionary-file.ts';

export const hasDictionary = async (db: Queryable): Promise<boolean> =>
  (await db.execute(sql`select 1 from dictionary limit 1`)).rows.length > 0;

export const listStoredDictionaries = async (db: Queryable): Promise<Dictionary[]> => {
  const { rows } = await db.execute<Omit<Dictionary, 'importedAt'> & { imported_at: number } & Record<string, unknown>>(
    sql`select id, name, license, format, entries, imported_at from dictionary order by name`,
  );
  return rows.map(({ imported_at, ...row }) => ({ ...row, importedAt: imported_at }));
};

/** Deletes a dictionary. Returns its name and license; undefined if there is none. */
export const deleteStoredDictionary = async (db: Queryable, id: string): Promise<{ name: string; license: string } | undefined> =>
  (await db.execute<{ name: string; license: string }>(sql`delete from dictionary where id = ${id} returning name, license`)).rows[0];

/** Deletes the dictionary of a name. Returns whether there was one. */
export const deleteDictionaryNamed = async (db: Queryable, name: string): Promise<boolean> =>
  (await db.execute(sql`delete from dictionary where name = ${name} returning id`)).rows.length > 0;

export const insertDictionary = async (tx: Transaction, { id, name, license, format, entries, importedAt }: Dictionary): Promise<void> => {
  await tx.execute(sql`
    insert into dictionary (id, name, license, format, entries, imported_at)
    values (${id}, ${name}, ${license}, ${format}, ${entries}, ${importedAt})`);
};

export const setEntryCount = async (tx: Transaction, id: string, entries: number): Promise<void> => {
  await tx.execute(sql`update dictionary set entries = ${entries} where id = ${id}`);
};

/** Stores entries; `from`: position of the first of them in the dictionary. */
export const insertEntries = async (tx: Transaction, id: string, from: number, entries: readonly ImportedEntry[]): Promise<void> => {
  const rows = entries.flatMap(({ words, headword, pinyin, definitions }, index) =>
    words.map((word) => ({ word, ordinal: from + index, headword, pinyin: pinyin ?? null, definitions })),
  );
  await tx.execute(sql`
    insert into dictionary_word (word, dictionary_id, ordinal, headword, pinyin, definitions)
    select word, ${id}, ordinal, headword, pinyin, definitions
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (word text, ordinal int, headword text, pinyin text, definitions jsonb)`);
};

/** Returns the entries of words, in lower case, the longest word first. */
export const findEntries = async (db: Queryable, words: readonly string[], entriesMax: number): Promise<DictionaryEntry[]> => {
  const { rows } = await db.execute<{ headword: string; pinyin: string | null; definitions: string[]; name: string; license: string }>(sql`
    select w.headword, w.pinyin, w.definitions, d.name, d.license
    from dictionary_word w join dictionary d on d.id = w.dictionary_id
    where w.word = any(${sql.param([...words])}::text[])
    order by char_length(w.word) desc, d.name, w.ordinal limit ${entriesMax}`);
  return rows.map(({ headword, pinyin, definitions, name, license }) => ({
    headword,
    ...(pinyin === null ? {} : { pinyin }),
    definitions,
    source: name,
    license,
  }));
};
