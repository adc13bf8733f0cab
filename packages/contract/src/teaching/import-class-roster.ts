import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Imports the roster of a class (.xlsx or .csv, base64) with the header columns 学号 (student number) and 姓名 (name). Students of the
 * roster join without the teacher's consent. Invalid lines are reported and left out. With `isPreview` nothing is stored.
 */
export const importClassRoster = operation({
  name: 'importClassRoster',
  method: 'POST',
  path: '/api/class/roster/import',
  summary: '导入班级名单',
  permission: 'runClass',
  input: z.object({
    classId: entityId,
    file: z
      .string()
      .min(1, '请选择文件')
      .max(LIMITS.rosterFileChars, '文件过大')
      .regex(/^[A-Za-z0-9+/]+=*$/, '文件有误'),
    isPreview: z.boolean(),
  }),
  output: z.object({
    lines: z.array(
      z.object({
        line: z.number().int(),
        studentNo: z.string(),
        name: z.string(),
        /** What the import does, or has done: adds the student, changes the name, or nothing. */
        change: z.enum(['added', 'renamed', 'none']),
      }),
    ),
    errors: z.array(z.object({ line: z.number().int(), reason: z.string() })),
  }),
  errors: ['class.notFound', 'institution.rosterUnreadable', 'institution.rosterTooLong'],
});
