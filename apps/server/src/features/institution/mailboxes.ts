/** Mailboxes institutions give to those who teach there: whose an address is, and who has shown to hold which. */
import { domainOfMail } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { findMailDomain, hasMailDomains, putMailbox } from './mailbox-store.ts';

/** By what stands behind the `@`, as it stands: a subdomain is another domain, since that is where students often are. */
export const institutionOfMailbox = (db: Queryable, address: string): Promise<{ id: string; name: string } | undefined> =>
  findMailDomain(db, domainOfMail(address));

/** Whether any institution has told a domain. */
export const knowsMailboxes = (db: Queryable): Promise<boolean> => hasMailDomains(db);

/** One mailbox speaks for one account: false when it is another's. Shown again it is the same person's as before. */
export const holdMailbox = (
  tx: Transaction,
  holding: { readonly address: string; readonly institutionId: string; readonly userId: string; readonly now: number },
): Promise<boolean> => putMailbox(tx, holding);
