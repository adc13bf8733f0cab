import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { attendanceRecord, attendanceSession } from './attendance.ts';

/** Returns an attendance session with the record of every student. For teachers and the class representative. */
export const getAttendance = operation({
  name: 'getAttendance',
  method: 'GET',
  path: '/api/attendance/get',
  summary: '一次签到',
  permission: 'ownAccount',
  input: z.object({ id: entityId }),
  output: z.object({ session: attendanceSession, className: z.string(), records: z.array(attendanceRecord) }),
  errors: ['attendance.notFound'],
});
