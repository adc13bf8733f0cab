import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Returns the code for the projector that is valid now. For those who take the attendance. */
export const getAttendanceCode = operation({
  name: 'getAttendanceCode',
  method: 'GET',
  path: '/api/attendance/code',
  summary: '当前签到码',
  permission: 'ownAccount',
  input: z.object({ id: entityId }),
  output: z.object({
    code: z.string(),
    /** Time until the next code, ms. */
    changesInMs: z.number().int(),
    title: z.string(),
    className: z.string(),
    classId: entityId,
    /** Number of students who are present, late ones included, and of all students. */
    present: z.number().int(),
    members: z.number().int(),
  }),
  errors: ['attendance.notFound', 'attendance.closed'],
});
