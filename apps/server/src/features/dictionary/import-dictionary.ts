/** Imports the file of a dictionary into the database, for the command line and for the job of an upload. */
import { type Dictionary, newId } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { deleteDictionaryNamed, insertDictionary, insertEntries, setEntryCount } from './dictionary-store.ts';
import { DictionaryFileError, type ImportedEntry, withinLimits } from './import/dictionary-file.ts';
import { readDictionaryFile } from './import/read-dictionary-file.ts';
import { DICTIONARY_LIMITS } from './limits.ts';

/** Number of entries that are stored by one statement. */
const BATCH = 1_000;

/** What the operator states in place of the file. */
export interface GivenFacts {
  readonly name: string | undefined;
  readonly license: string | undefined;
}

interface ImportWatch {
  /** The import stops and changes nothing when it is aborted. */
  readonly signal?: AbortSignal;
  /** Called with the name, and the number of entries read so far. */
  readonly onProgress?: (name: string, entries: number) => Promise<void>;
}

/**
 * Replaces the dictionary of the same name. `name`, `license`: in place of those that the file states. Nothing changes if the import fails.
 * Returns the dictionary. Throws `DictionaryFileError`.
 */
export const importDictionary = async (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  file: string,
  given: GivenFacts,
  { signal, onProgress }: ImportWatch = {},
): Promise<Dictionary> => {
  const read = await readDictionaryFile(file);
  const name = given.name ?? read.name;
  const license = given.license ?? read.license;
  if (name === undefined) throw new DictionaryFileError('文件里没有词典的名称，请写明（命令行用 --name）');
  if (license === undefined) throw new DictionaryFileError('文件里没有写明许可，请确认您可以使用它，并写明许可（命令行用 --license）');
  const now = clock.now();
  const dictionary = { id: newId(now), name, license, format: read.format, entries: 0, importedAt: now };
  return db.transaction(async (tx) => {
    await deleteDictionaryNamed(tx, name);
    await insertDictionary(tx, dictionary);
    let stored = 0;
    let batch: ImportedEntry[] = [];
    const store = async () => {
      if (batch.length > 0) await insertEntries(tx, dictionary.id, stored, batch);
      stored += batch.length;
      batch = [];
      signal?.throwIfAborted();
      await onProgress?.(name, stored);
    };
    for await (const entry of read.entries) {
      const accepted = withinLimits(entry);
      if (accepted === undefined) continue;
      batch.push(accepted);
      if (stored + batch.length > DICTIONARY_LIMITS.entriesMax)
        throw new DictionaryFileError(`词典多于 ${DICTIONARY_LIMITS.entriesMax} 条`);
      if (batch.length === BATCH) await store();
    }
    await store();
    if (stored === 0) throw new DictionaryFileError('文件里没有词条');
    await setEntryCount(tx, dictionary.id, stored);
    return { ...dictionary, entries: stored };
  });
};
