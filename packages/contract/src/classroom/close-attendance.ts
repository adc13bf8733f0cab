import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { attendanceSession } from './attendance.ts';

/** Closes an attendance session: no code is valid any more, and students without a record are absent. */
export const closeAttendance = operation({
  name: 'closeAttendance',
  method: 'POST',
  path: '/api/attendance/close',
  summary: '结束签到',
  permission: 'ownAccount',
  input: z.object({ id: entityId }),
  output: attendanceSession,
  errors: ['attendance.notFound', 'attendance.closed'],
});
