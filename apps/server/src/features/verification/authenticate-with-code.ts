/**
 * Verifies a teacher by the one-time code of a teachers' guide. Returns the status. Throws `application.notOpen`, `application.editorOnly`,
 * and the errors of `findTeacherCode`.
 */
import type { UseCase } from '../../platform/http/register.ts';
import { findTeacherCode, useUpTeacherCode } from '../activation-code/teacher-code.ts';
import { getTeacherStatus } from './application-status.ts';
import { approveInstantly, requireOpen } from './instant-approval.ts';
import { listApplicationsOf } from './store.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';

export const authenticateWithCode: UseCase<'authenticateWithCode', VerificationDependencies> = async (
  deps,
  { reader: { userId }, address },
  { code: typed },
) => {
  // Whether the user may use a code is checked before the code is looked up, so that other users do not learn whether it is genuine, and
  // use no attempt.
  requireOpen(await listApplicationsOf(deps.db.orm, userId, 'teacher'), deps.clock.now());
  const code = await findTeacherCode(deps.codes, { userId, address }, typed);
  await approveInstantly(deps, userId, async (tx, now) => {
    await useUpTeacherCode(tx, code, userId, now);
    return `教师认证码自动通过（《${code.book.title}》，尾号 ${code.last4}）。`;
  });
  return { payload: await getTeacherStatus(deps, userId), say: '教师认证已通过' };
};
