import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { attendanceNote, attendanceState } from './attendance.ts';

/** Sets the state of students by hand, also after the session was closed. For those who take the attendance, not for their own state. */
export const setAttendance = operation({
  name: 'setAttendance',
  method: 'POST',
  path: '/api/attendance/set',
  summary: '登记出勤',
  permission: 'ownAccount',
  input: z.object({
    id: entityId,
    userIds: z.array(entityId).min(1).max(LIMITS.classMembersMax),
    state: attendanceState,
    note: attendanceNote,
  }),
  output: z.object({}),
  errors: ['attendance.notFound', 'class.memberNotFound'],
});
