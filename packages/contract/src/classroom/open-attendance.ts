import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { attendanceMethod, attendanceSession } from './attendance.ts';

/** Opens the attendance of a lesson. For the teachers who may edit and the class representative. */
export const openAttendance = operation({
  name: 'openAttendance',
  method: 'POST',
  path: '/api/attendance/open',
  summary: '开始签到',
  permission: 'ownAccount',
  input: z.object({
    classId: entityId,
    title: z
      .string()
      .trim()
      .min(1, '请填写签到的名称')
      .max(LIMITS.attendanceTitleChars, `签到的名称最多 ${LIMITS.attendanceTitleChars} 个字`),
    method: attendanceMethod,
    lateAfterMinutes: z.number().int().min(1).max(LIMITS.attendanceLateMinutesMax).optional(),
  }),
  output: attendanceSession,
  errors: ['class.notFound', 'attendance.classEnded', 'attendance.tooMany'],
});
