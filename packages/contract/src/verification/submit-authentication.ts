import { operation } from '../wire/operation.ts';
import { proofIds, teacherApplicationStatus, teacherForm } from './application.ts';

/**
 * Submits, changes, resubmits or renews a teacher application. `fileIds`: files of the caller; not required if an institution confirms the
 * form, which is then approved immediately, unless an editor revoked the last approval.
 */
export const submitAuthentication = operation({
  name: 'submitAuthentication',
  method: 'POST',
  path: '/api/teacher/auth/submit',
  summary: '提交教师认证',
  permission: 'ownAccount',
  input: teacherForm.extend({ fileIds: proofIds.default([]) }),
  output: teacherApplicationStatus,
  errors: ['application.notOpen', 'file.notFound'],
});
