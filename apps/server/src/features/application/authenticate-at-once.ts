/** Ways that make a verified teacher without a form and without an editor (product.md §7.3): by a code of a teachers' guide. */
import { CodedError, newId, RULE_OPERATOR, type WayAtOnce } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { announceRoles } from '../account/roles.ts';
import type { CodeAsker } from '../commerce/find-typed-code.ts';
import { findTeacherCode, useUpTeacherCode } from '../commerce/teacher-code.ts';
import type { ApplicationDependencies } from './application-dependencies.ts';
import { approve } from './approve.ts';
import { standingOf } from './rules.ts';
import { listApplicationsOf, lockApplicant, lockApplication, putPending, type StoredApplication } from './store.ts';
import { mayBeVouchedFor } from './vouching.ts';

/** Those a person may use now. `applications` of the teacher kind, the newest first. */
export const waysAtOnceOf = (applications: readonly StoredApplication[], now: number): WayAtOnce[] =>
  standingOf(applications, now).maySubmit && mayBeVouchedFor(applications) ? ['code'] : [];

/** Throws `application.notOpen`, and `application.editorOnly` where an editor took the last approval back. */
const requireOpen = (applications: readonly StoredApplication[], now: number): void => {
  if (!standingOf(applications, now).maySubmit) throw new CodedError('application.notOpen');
  if (!mayBeVouchedFor(applications)) throw new CodedError('application.editorOnly');
};

/** What waits for an editor is what gets approved, as it was said; else a request without a form, or with the one approved before. */
const requestToApprove = async (
  tx: Transaction,
  userId: string,
  applications: readonly StoredApplication[],
  now: number,
): Promise<Pick<StoredApplication, 'id' | 'kind' | 'userId'>> => {
  const pending = applications.find(({ state }) => state === 'pending');
  const held = pending && (await lockApplication(tx, pending.id));
  if (held?.state === 'pending') return held;
  const form = applications.find(({ state }) => state === 'approved')?.form;
  const id = await putPending(tx, { id: newId(now), userId, kind: 'teacher', form, proofIds: [], now });
  return { id, kind: 'teacher', userId };
};

/** `prove` uses up what shows that they teach, and answers why it was approved; what it throws leaves everything as it was. */
const approveAtOnce = async (
  deps: ApplicationDependencies,
  userId: string,
  prove: (tx: Transaction, now: number) => Promise<string>,
): Promise<void> => {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await lockApplicant(tx, userId);
    const applications = await listApplicationsOf(tx, userId, 'teacher');
    requireOpen(applications, now);
    const why = await prove(tx, now);
    await approve(tx, RULE_OPERATOR, await requestToApprove(tx, userId, applications, now), why, now);
  });
  await announceRoles(deps, userId);
};

/** Throws `application.notOpen`, `application.editorOnly`, and what `findTeacherCode` does. */
export const authenticateWithCode = async (deps: ApplicationDependencies, asker: CodeAsker, typed: string): Promise<void> => {
  // Before a code is looked for: nobody who cannot use one learns whether it is genuine, or spends a try.
  requireOpen(await listApplicationsOf(deps.db.orm, asker.userId, 'teacher'), deps.clock.now());
  const code = await findTeacherCode(deps.codes, asker, typed);
  await approveAtOnce(deps, asker.userId, async (tx, now) => {
    await useUpTeacherCode(tx, code, asker.userId, now);
    return `教师认证码自动通过（《${code.book.title}》，尾号 ${code.last4}）。`;
  });
};
