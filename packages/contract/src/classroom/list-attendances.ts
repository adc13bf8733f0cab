import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { attendanceSession } from './attendance.ts';

/** Lists the attendance sessions of a class, the newest first: with counts for those who take the attendance, otherwise with the own state. */
export const listAttendances = operation({
  name: 'listAttendances',
  method: 'GET',
  path: '/api/attendance/list',
  summary: '班级签到',
  permission: 'ownAccount',
  input: z.object({ classId: entityId }),
  output: z.object({ items: z.array(attendanceSession) }),
  errors: ['class.notFound'],
});
