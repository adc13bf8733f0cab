import { z } from 'zod';
import { entityId } from '../publication/id.ts';

export const dictionaryFormat = z.enum(['cedict', 'stardict', 'mdict', 'json']);
export type DictionaryFormat = z.output<typeof dictionaryFormat>;

/** A dictionary that the operator has imported, in which readers look up words. */
export const dictionary = z.object({
  id: entityId,
  name: z.string(),
  /** The terms of use, which readers see under each entry. */
  license: z.string(),
  format: dictionaryFormat,
  entries: z.number().int(),
  importedAt: z.number().int(),
});
export type Dictionary = z.output<typeof dictionary>;

/** `refused`: the files are no dictionary, or name or license are missing; `detail` says which. `failed`: an error of the server. */
export const dictionaryImportState = z.enum(['queued', 'running', 'done', 'refused', 'failed']);
export type DictionaryImportState = z.output<typeof dictionaryImportState>;

/** An import of dictionary files in the admin area. */
export const dictionaryImport = z.object({
  id: entityId,
  /** Names of the files as they were uploaded. */
  fileNames: z.array(z.string()),
  bytes: z.number().int(),
  state: dictionaryImportState,
  /** Entries that were read so far. */
  entries: z.number().int(),
  /** Name of the dictionary, once it is known. */
  name: z.string(),
  /** Reason of a refusal, in Chinese; otherwise empty. */
  detail: z.string(),
  createdAt: z.number().int(),
  finishedAt: z.number().int().optional(),
});
export type DictionaryImport = z.output<typeof dictionaryImport>;
