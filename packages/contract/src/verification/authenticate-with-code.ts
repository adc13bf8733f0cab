import { z } from 'zod';
import { typedCode } from '../activation-code/code-claim.ts';
import { operation } from '../wire/operation.ts';
import { teacherApplicationStatus } from './application.ts';

/** Redeems a code of a teachers' guide: verifies the caller as a teacher immediately and closes a pending application. */
export const authenticateWithCode = operation({
  name: 'authenticateWithCode',
  method: 'POST',
  path: '/api/teacher/auth/code',
  summary: '用教师认证码认证',
  permission: 'ownAccount',
  input: z.object({ code: typedCode('教师认证码') }),
  output: teacherApplicationStatus,
  errors: [
    'application.notOpen',
    'application.editorOnly',
    'activationCode.codeMistyped',
    'activationCode.codeUnknown',
    'activationCode.codeForBooks',
    'activationCode.codeUsed',
    'activationCode.codeUsedUp',
    'activationCode.codeVoid',
    'activationCode.codeExpired',
    'activationCode.codeNotYetValid',
    'activationCode.codeTries',
    'catalog.bookNotFound',
  ],
});
