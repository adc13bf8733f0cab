/** Notifies those who settle the royalties of a book. */
import { type NotificationKind } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { listUsersWithRole } from '../authorization/user-roles.ts';
import { notifyUsers } from '../notification/notifications.ts';
import { publishersOfBooks } from '../publication/versions/publisher-scope.ts';
import type { StoredStatement } from './statement-store.ts';

/** Notifies finance of the publisher and of the platform; the administrators if there is no finance. */
export const notifyFinance = async (
  tx: Transaction,
  { id, bookId, bookTitle }: StoredStatement,
  kind: NotificationKind,
  now: number,
): Promise<void> => {
  const [publisher = ''] = await publishersOfBooks(tx, [bookId]);
  const scopes = publisher === '' ? [''] : ['', `publisher:${publisher}`];
  const finance = await listUsersWithRole(tx, 'finance', scopes, now);
  const recipients = finance.length > 0 ? finance : await listUsersWithRole(tx, 'admin', [''], now);
  await notifyUsers(tx, recipients, { kind, subject: { id, name: bookTitle } }, now);
};
