import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { gradeCellColumn } from './grade-matrix.ts';
import { gradeAppeal, gradeScheme } from './gradebook.ts';

/**
 * Returns the whole gradebook of a class to its teacher: the scheme, the active members, all their cells, the
 * appeals without a reply, and the snapshots, the newest first.
 */
export const getGradebook = operation({
  name: 'getGradebook',
  method: 'GET',
  path: '/api/grade/matrix',
  summary: '班级成绩册',
  permission: 'runClass',
  input: z.object({ classId: entityId }),
  output: z.object({
    className: z.string(),
    scheme: gradeScheme,
    students: z.array(z.object({ userId: entityId, name: z.string(), studentNo: z.string() })),
    cellColumns: z.array(gradeCellColumn),
    openAppeals: z.array(gradeAppeal),
    /** When the grades were declared final, or changeable again with a reason. */
    snapshots: z.array(z.object({ at: z.number().int(), isFinal: z.boolean(), reason: z.string() })),
  }),
  errors: ['class.notFound'],
});
