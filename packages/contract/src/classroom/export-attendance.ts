import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Returns the attendance of a class as an Excel workbook: one row per student, one column per session, and totals. */
export const exportAttendance = operation({
  name: 'exportAttendance',
  method: 'GET',
  path: '/api/attendance/export',
  summary: '导出出勤',
  permission: 'runClass',
  input: z.object({ classId: entityId }),
  output: z.object({ fileName: z.string(), base64: z.string() }),
  errors: ['class.notFound'],
});
