/** Runs a queued import of a dictionary: fetches its files, reads them, and stores the progress for the admin area. */
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import type { DictionaryImportDependencies } from './dictionary-dependencies.ts';
import {
  findDictionaryImport,
  finishDictionaryImport,
  type StoredDictionaryImport,
  updateDictionaryImport,
} from './dictionary-import-store.ts';
import { DictionaryFileError, partOfStarDict } from './import/dictionary-file.ts';
import { importDictionary } from './import-dictionary.ts';

type Dependencies = Pick<DictionaryImportDependencies, 'db' | 'clock' | 'objects' | 'withTemporaryFolder' | 'log'>;

/** Writes the files into a folder, under names of ours. Returns the path of the file that the import reads. */
const fetchFiles = async ({ objects }: Dependencies, files: StoredDictionaryImport['files'], folder: string): Promise<string> => {
  let first = '';
  for (const { name, sha256 } of files) {
    const file = path.join(folder, `dictionary${partOfStarDict(name) ?? ''}`);
    const { stream } = await objects.get(contentKey(sha256));
    await pipeline(stream, createWriteStream(file, { flags: 'wx' }));
    if (first === '' || file.endsWith('.ifo')) first = file;
  }
  return first;
};

/** Imports the dictionary. An import that was interrupted by a stop of the server runs again; one that has ended does not. */
export const runDictionaryImport = async (dependencies: Dependencies, id: string, signal: AbortSignal): Promise<void> => {
  const { db, clock, log, withTemporaryFolder } = dependencies;
  const stored = await findDictionaryImport(db.orm, id);
  if (stored === undefined || stored.shown.finishedAt !== undefined) return;
  const finish = (state: 'done' | 'refused' | 'failed', detail = '') =>
    finishDictionaryImport(db.orm, id, { state, detail, finishedAt: clock.now() });
  try {
    await withTemporaryFolder(async (folder) => {
      const file = await fetchFiles(dependencies, stored.files, folder);
      await importDictionary({ db, clock }, file, stored.given, {
        signal,
        onProgress: (name, entries) => updateDictionaryImport(db.orm, id, { name, entries }),
      });
    });
    await finish('done');
  } catch (error) {
    if (error instanceof DictionaryFileError) return finish('refused', error.message);
    if (signal.aborted) throw error;
    log.error({ err: error }, 'a dictionary could not be imported');
    await finish('failed');
  }
};
