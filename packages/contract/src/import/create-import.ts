import { z } from 'zod';
import { accessModel, bookLevel } from '../catalog/book-card.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { importJob } from './import-job.ts';

const formInt = z.coerce.number('请填写整数').int('请填写整数').min(0, '不能小于 0');

/**
 * Uploads one file by multipart (the last field, `file`) and queues its import. Omitted fields stay unchanged, or get the defaults of a new
 * book. `bookId`: creates a new version of that book. `priceFen` applies only to the access model `paid`. The upload must keep a rate of
 * `HTTP_LIMITS.uploadBytesPerSecondMin`.
 */
export const createImport = operation({
  name: 'createImport',
  method: 'POST',
  path: '/api/admin/import/create',
  summary: '导入图书',
  permission: 'importBook',
  scope: 'filtered',
  input: z.object({
    bookId: entityId.optional(),
    publish: z.union([z.boolean(), z.stringbool()]).optional(),
    access: accessModel.optional(),
    priceFen: formInt.max(LIMITS.priceFenMax, '定价过高').optional(),
    trialChapters: formInt.max(LIMITS.trialChaptersMax, '试读章数过多').optional(),
    /** Ids of the book's categories from `getCategoryTree`, separated by commas. */
    category: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,63}(?:,[a-z0-9][a-z0-9-]{0,63}){0,9}$/, '学科有误')
      .optional(),
    /** Publisher of the book, which overrides the one named in the file. */
    publisher: z.string().trim().min(1).max(120, '出版社最多 120 个字').optional(),
    level: bookLevel.optional(),
  }),
  output: importJob,
  errors: ['import.refused'],
});
