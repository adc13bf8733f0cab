import { z } from 'zod';
import { accessModel, bookLevel } from '../catalog/operations.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** One thing the import changed, left out or noticed, in words a person understands. */
export const importFinding = z.object({
  severity: z.enum(['repaired', 'dropped', 'notice', 'refused']),
  /** Stable name of the kind of finding, e.g. `xml.repaired`. */
  code: z.string(),
  /** Chinese sentence. */
  message: z.string(),
  /** File inside the publication, and line when known. */
  path: z.string().optional(),
  line: z.number().int().optional(),
  /** How often, when one finding stands for many. */
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
  'cancelled',
]);
export type ImportStage = z.output<typeof importStage>;

/** An import as a person watches it. `refused`: the file cannot be trusted or read (see `findings`); `failed`: our fault, may be retried. */
export const importJob = z.object({
  id: entityId,
  fileName: z.string(),
  fileBytes: z.number().int(),
  sha256: z.string(),
  stage: importStage,
  /** 0 to 1. */
  progress: z.number().min(0).max(1),
  detail: z.string(),
  findings: z.array(importFinding),
  bookId: entityId.optional(),
  versionId: entityId.optional(),
  /** True: the same file had been imported before and that version is the answer. */
  existing: z.boolean(),
  createdAt: z.number().int(),
  finishedAt: z.number().int().optional(),
  statistics: z
    .object({
      documents: z.number().int(),
      blocks: z.number().int(),
      chars: z.number().int(),
      resources: z.number().int(),
      ms: z.number().int(),
    })
    .optional(),
});
export type ImportJob = z.output<typeof importJob>;

const admin = '/api/admin/import';
const formInt = z.coerce.number('请填写整数').int('请填写整数').min(0, '不能小于 0');

/**
 * Uploads one file by multipart (field `file`, after all others) and queues its import. What is left out stays as it is, or gets the
 * default of a new book. `bookId`: make a new version of that book. `priceFen` counts only where the access model is `paid`.
 * The body may take as long as it needs at `LIMITS.uploadBytesPerSecondMin`.
 */
export const createImport = operation({
  name: 'createImport',
  method: 'POST',
  path: `${admin}/create`,
  summary: '导入图书',
  input: z.object({
    bookId: entityId.optional(),
    publish: z.union([z.boolean(), z.stringbool()]).optional(),
    access: accessModel.optional(),
    priceFen: formInt.max(LIMITS.priceFenMax, '定价过高').optional(),
    trialChapters: formInt.max(LIMITS.trialChaptersMax, '试读章数过多').optional(),
    /** Ids of disciplines, from `getCategoryTree`, with commas between. */
    category: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,63}(?:,[a-z0-9][a-z0-9-]{0,63}){0,9}$/, '学科有误')
      .optional(),
    /** Instead of what the file names. */
    publisher: z.string().trim().min(1).max(120, '出版社最多 120 个字').optional(),
    level: bookLevel.optional(),
  }),
  output: importJob,
  errors: ['import.refused'],
});
export const getImport = operation({
  name: 'getImport',
  method: 'GET',
  path: `${admin}/get`,
  summary: '查看导入',
  input: z.object({ id: entityId }),
  output: importJob,
  errors: ['import.notFound'],
});
export const listImports = operation({
  name: 'listImports',
  method: 'GET',
  path: `${admin}/list`,
  summary: '导入记录',
  input: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
  output: z.object({ items: z.array(importJob) }),
});
export const cancelImport = operation({
  name: 'cancelImport',
  method: 'POST',
  path: `${admin}/cancel`,
  summary: '取消导入',
  input: z.object({ id: entityId }),
  output: importJob,
  errors: ['import.notFound', 'import.alreadyFinished'],
});
/** Runs a failed or cancelled import again. */
export const retryImport = operation({
  name: 'retryImport',
  method: 'POST',
  path: `${admin}/retry`,
  summary: '重新导入',
  input: z.object({ id: entityId }),
  output: importJob,
  errors: ['import.notFound', 'import.alreadyFinished'],
});
