/** Checks the mailbox of an institution by which a teacher wants to be verified. */
import { CodedError } from '@shufang/contract';
import { institutionOfMailbox } from '../institution/mailboxes.ts';
import { requireOpen } from './instant-approval.ts';
import { listApplicationsOf } from './store.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';

/** Returns the institution of the mailbox. Throws `application.notOpen`, `application.editorOnly`, `application.mailNotListed`. */
export const requireTeacherMailbox = async (
  deps: VerificationDependencies,
  userId: string,
  mailbox: string,
): Promise<{ id: string; name: string }> => {
  requireOpen(await listApplicationsOf(deps.db.orm, userId, 'teacher'), deps.clock.now());
  const institution = await institutionOfMailbox(deps.db.orm, mailbox);
  if (institution === undefined) throw new CodedError('application.mailNotListed');
  return institution;
};
