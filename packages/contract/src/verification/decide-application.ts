import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { applicationRecord, operatorReasonText } from './application.ts';

export const teacherField = z.enum(['realName', 'institution', 'department', 'title', 'subjects', 'proofs']);

export type TeacherField = z.output<typeof teacherField>;

export const authorField = z.enum(['realName', 'institution', 'title', 'bookTitle', 'about', 'proofs']);

export type AuthorField = z.output<typeof authorField>;

/**
 * Decides an application. `submittedAt` identifies the state of the form that the editor reviewed. Throws `application.changed` if the user
 * has changed the form since.
 */
export const decideApplication = operation({
  name: 'decideApplication',
  method: 'POST',
  path: '/api/admin/application/decide',
  summary: '审核申请',
  permission: 'approveApplication',
  scope: 'platform',
  input: z
    .object({
      id: entityId,
      submittedAt: z.coerce.number().int(),
      decision: z.enum(['approve', 'reject']),
      /** A rejection requires at least one field reason or an overall reply. */
      fieldReasons: z.partialRecord(z.union([teacherField, authorField]), operatorReasonText.min(1)).default({}),
      reply: operatorReasonText.default(''),
    })
    .refine(({ decision, fieldReasons: given, reply }) => decision === 'approve' || reply !== '' || Object.keys(given).length > 0, {
      message: '请写明不通过的原因',
      path: ['reply'],
    }),
  output: applicationRecord,
  errors: ['application.notFound', 'application.decided', 'application.changed'],
});
