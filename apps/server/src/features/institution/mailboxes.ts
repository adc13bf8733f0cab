/** Mailboxes that institutions give to their teachers: finds the institution of an address and records who has verified it. */
import { domainOfMail } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { findMailDomain, hasMailDomains, putMailbox } from './mailbox-store.ts';

/** Returns the institution of a mail address. Its domain must match exactly: students often have a subdomain. */
export const institutionOfMailbox = (db: Queryable, address: string): Promise<{ id: string; name: string } | undefined> =>
  findMailDomain(db, domainOfMail(address));

/** Returns whether any institution has a mail domain. */
export const knowsMailboxes = (db: Queryable): Promise<boolean> => hasMailDomains(db);

/** Records a verified mailbox for one account; idempotent. Returns false when it belongs to another account. */
export const holdMailbox = (
  tx: Transaction,
  holding: { readonly address: string; readonly institutionId: string; readonly userId: string; readonly now: number },
): Promise<boolean> => putMailbox(tx, holding);
