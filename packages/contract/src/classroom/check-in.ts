import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { attendanceCode, attendanceState } from './attendance.ts';

/** Records that the caller is present, by the code on the projector. A student who is recorded already stays so. */
export const checkIn = operation({
  name: 'checkIn',
  method: 'POST',
  path: '/api/attendance/check-in',
  summary: '签到',
  permission: 'ownAccount',
  input: z.object({ id: entityId, code: attendanceCode }),
  output: z.object({ state: attendanceState }),
  errors: ['attendance.notFound', 'attendance.closed', 'attendance.codeWrong', 'attendance.codeTries'],
});
