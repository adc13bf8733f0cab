/**
 * Decides whether an account may be used, and throws the reason when it is frozen. Call it only after the user has proven their identity.
 */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { listAuditEvents } from '../audit/audit-events.ts';

interface AccountState {
  readonly id: string;
  readonly status: 'active' | 'frozen' | 'closing' | 'closed';
}

/** Returns the reason that an administrator last entered for freezing the account; empty if the account was frozen another way. */
const freezeReason = async (db: Queryable, userId: string): Promise<string> => {
  const [event] = await listAuditEvents(db, { action: 'user.freeze', targetKind: 'user', targetId: userId, limit: 1 });
  return event === undefined || event.reason === '' ? '' : `（原因：${event.reason}）`;
};

/**
 * Throws `account.frozen` for an account that may not be used now. A closing account may still be used, so that its user can withdraw the
 * request.
 */
export const requireUsableAccount = async (db: Queryable, { id, status }: AccountState): Promise<void> => {
  if (status === 'frozen') throw new CodedError('account.frozen', { reason: await freezeReason(db, id) });
  if (status === 'closed') throw new CodedError('account.frozen');
};
