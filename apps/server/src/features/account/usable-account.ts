/** Whether an account may be used; who is frozen out is told why. To be asked only once the person has proven who they are. */
import { CodedError } from '@shufang/contract';
import { listActs } from '../../platform/audit.ts';
import type { Queryable } from '../../platform/database.ts';

interface AccountState {
  readonly id: string;
  readonly status: 'active' | 'frozen' | 'closing' | 'closed';
}

/** As the administrator wrote it down last; empty where the account was frozen another way. */
const freezeReason = async (db: Queryable, userId: string): Promise<string> => {
  const [act] = await listActs(db, { act: 'user.freeze', targetKind: 'user', targetId: userId, limit: 1 });
  return act === undefined || act.reason === '' ? '' : `（原因：${act.reason}）`;
};

/** Throws `account.frozen` for an account that may not be used now. A closing account may still be opened: that is its change of mind. */
export const requireUsableAccount = async (db: Queryable, { id, status }: AccountState): Promise<void> => {
  if (status === 'frozen') throw new CodedError('account.frozen', { reason: await freezeReason(db, id) });
  if (status === 'closed') throw new CodedError('account.frozen');
};
