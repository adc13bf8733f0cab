import { operation } from '../wire/operation.ts';
import { authorApplicationStatus, authorForm, proofIds } from './application.ts';

export const submitAuthorApplication = operation({
  name: 'submitAuthorApplication',
  method: 'POST',
  path: '/api/author/application/submit',
  summary: '申请成为作者',
  permission: 'ownAccount',
  input: authorForm.extend({ fileIds: proofIds.default([]) }),
  output: authorApplicationStatus,
  errors: ['application.notOpen', 'file.notFound'],
});
