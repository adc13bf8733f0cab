import { z } from 'zod';
import { entityId } from '../publication/id.ts';

/** One finding of the import: something repaired, dropped or noticed, with a message for the user. */
export const importFinding = z.object({
  severity: z.enum(['repaired', 'dropped', 'notice', 'refused', 'error', 'warning']),
  /** Stable name of the kind of finding, e.g. `xml.repaired`. */
  code: z.string(),
  /** Message for the operator, one Chinese sentence. */
  message: z.string(),
  /** File inside the publication, and the line in it when known. */
  path: z.string().optional(),
  line: z.number().int().optional(),
  /** Number of times that the finding occurred. */
  count: z.number().int().default(1),
});

export type ImportFinding = z.output<typeof importFinding>;

export const importStage = z.enum([
  'queued',
  'checking',
  'unpacking',
  'converting',
  'indexing',
  'saving',
  'done',
  'refused',
  'failed',
  'canceled',
]);

export type ImportStage = z.output<typeof importStage>;

/**
 * Progress of an import. From `indexing` on the book can be read (`bookId`, `versionId`); its text can be searched when it is `done`.
 * `refused`: the file is unsafe or unreadable (see `findings`); `failed`: internal error, can be retried.
 */
export const importJob = z.object({
  id: entityId,
  fileName: z.string(),
  fileBytes: z.number().int(),
  sha256: z.string(),
  stage: importStage,
  /** Progress of the import, 0 to 1. */
  progress: z.number().min(0).max(1),
  detail: z.string(),
  findings: z.array(importFinding),
  bookId: entityId.optional(),
  versionId: entityId.optional(),
  /** Whether the same file was imported before; its existing version is then returned. */
  existing: z.boolean(),
  createdAt: z.number().int(),
  finishedAt: z.number().int().optional(),
  statistics: z
    .object({
      documents: z.number().int(),
      blocks: z.number().int(),
      chars: z.number().int(),
      resources: z.number().int(),
      /** Time until the end of the import. */
      ms: z.number().int(),
      /** Time until the book could be read; its text is indexed for search afterwards. */
      readableMs: z.number().int().optional(),
    })
    .optional(),
});

export type ImportJob = z.output<typeof importJob>;
