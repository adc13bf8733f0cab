/** Ways that make a verified teacher without a form and without an editor (product.md §7.3): a code of a teachers' guide, or a mailbox of an institution. */
import { CodedError, domainOfMail, newId, RULE_OPERATOR, type WayAtOnce } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { sendMailCode } from '../account/mail-codes.ts';
import { announceRoles } from '../account/roles.ts';
import { withProvenCode } from '../account/sent-codes.ts';
import type { CodeAsker } from '../commerce/find-typed-code.ts';
import { findTeacherCode, useUpTeacherCode } from '../commerce/teacher-code.ts';
import { holdMailbox, institutionOfMailbox, knowsMailboxes } from '../institution/mailboxes.ts';
import type { ApplicationDependencies } from './application-dependencies.ts';
import { approve } from './approve.ts';
import { standingOf } from './rules.ts';
import { listApplicationsOf, lockApplicant, lockApplication, putPending, type StoredApplication } from './store.ts';
import { mayBeVouchedFor } from './vouching.ts';

/** Those a person may use now. `applications` of the teacher kind, the newest first. */
export const waysAtOnceOf = async (
  { account, db, clock }: ApplicationDependencies,
  applications: readonly StoredApplication[],
): Promise<WayAtOnce[]> => {
  if (!standingOf(applications, clock.now()).maySubmit || !mayBeVouchedFor(applications)) return [];
  return account.mail !== undefined && (await knowsMailboxes(db.orm)) ? ['code', 'mail'] : ['code'];
};

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

export interface MailAsker {
  readonly userId: string;
  readonly address: string;
}

/** Throws `application.notOpen`, `application.editorOnly`, `application.mailNotListed`. */
const requireMailbox = async (deps: ApplicationDependencies, userId: string, mailbox: string): Promise<{ id: string; name: string }> => {
  requireOpen(await listApplicationsOf(deps.db.orm, userId, 'teacher'), deps.clock.now());
  const institution = await institutionOfMailbox(deps.db.orm, mailbox);
  if (institution === undefined) throw new CodedError('application.mailNotListed');
  return institution;
};

/** Throws what `requireMailbox` does, and what `sendMailCode` does. */
export const sendTeacherMailCode = async (
  deps: ApplicationDependencies,
  asker: MailAsker,
  mailbox: string,
): Promise<{ resendAt: number }> => {
  await requireMailbox(deps, asker.userId, mailbox);
  const wish = {
    to: mailbox,
    type: 'teacher',
    userId: asker.userId,
    subject: '书房教师认证验证码',
    textOf: (code: string) =>
      `您正在书房进行教师认证，验证码是 ${code}，5 分钟内有效。\n\n请不要把验证码告诉别人。如果不是您本人操作，请忽略这封邮件。\n`,
  } as const;
  return sendMailCode(deps.account, wish, asker);
};

/** Throws what `requireMailbox` does, `application.mailTaken`, `account.mailCodeWrong`, `account.tooManyFailures`. */
export const authenticateWithMail = async (
  deps: ApplicationDependencies,
  asker: MailAsker,
  { mailbox, code }: { readonly mailbox: string; readonly code: string },
): Promise<void> => {
  const { userId } = asker;
  const institution = await requireMailbox(deps, userId, mailbox);
  const proof = { target: mailbox, type: 'teacher', askedBy: userId, code, refusal: 'account.mailCodeWrong' } as const;
  await withProvenCode(deps.account, proof, asker.address, (proven) =>
    approveAtOnce(deps, userId, async (tx, now) => {
      await proven.useUp(tx);
      if (!(await holdMailbox(tx, { address: mailbox, institutionId: institution.id, userId, now })))
        throw new CodedError('application.mailTaken');
      // Never the address: the log outlives the account.
      return `${institution.name}的邮箱（@${domainOfMail(mailbox)}）已验证，自动通过。`;
    }),
  );
};
