import { z } from 'zod';
import { entityId } from '../../publication/id.ts';
import { operation } from '../../wire/operation.ts';
import { examNews } from './exam-session.ts';

/** Confirms that the student has read a correction. Throws `assignment.attemptNotFound`, `exam.correctionNotFound`. */
export const acknowledgeCorrection = operation({
  name: 'acknowledgeCorrection',
  method: 'POST',
  path: '/api/exam/acknowledge',
  summary: '确认考场更正',
  permission: 'joinClass',
  input: z.object({ attemptId: entityId, incidentId: entityId }),
  output: examNews,
  errors: ['assignment.attemptNotFound', 'exam.correctionNotFound'],
});
