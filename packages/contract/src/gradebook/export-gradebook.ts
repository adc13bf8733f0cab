import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Returns the gradebook as an Excel workbook whose totals are formulas: as it is now, or as it was at a snapshot. Throws
 * `grade.snapshotNotFound`.
 */
export const exportGradebook = operation({
  name: 'exportGradebook',
  method: 'GET',
  path: '/api/grade/export',
  summary: '导出成绩册',
  permission: 'runClass',
  input: z.object({
    classId: entityId,
    /** Time of the snapshot, UTC ms. */
    snapshotAt: z.coerce.number().int().optional(),
  }),
  output: z.object({ fileName: z.string(), base64: z.string() }),
  errors: ['class.notFound', 'grade.snapshotNotFound'],
});
