/** What the slice of applications needs; the assembly hands it in. */
import type { ProofFile } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Account } from '../account/account.ts';
import type { CodeDependencies } from '../commerce/find-typed-code.ts';
import type { WordAbout } from '../institution/words-about.ts';

export interface ApplicationDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Working days an applicant is told to wait at most. */
  readonly reviewDays: number;
  readonly events: Pick<EventBus, 'publish'>;
  /** The person's own files with these ids that are there, in no order. */
  readonly findOwnFiles: (db: Queryable, ownerId: string, fileIds: readonly string[]) => Promise<ProofFile[]>;
  readonly removeOwnFiles: (tx: Transaction, ownerId: string, fileIds: readonly string[]) => Promise<void>;
  /** What institutions say of the person at this moment. */
  readonly wordsAbout: (db: Queryable, userId: string) => Promise<WordAbout[]>;
  /** To send codes to mailboxes of institutions, and to prove them. */
  readonly account: Account;
  /** To find the codes of teachers' guides. */
  readonly codes: CodeDependencies;
  /** By id, the number masked; those that are gone are left out. */
  readonly findPeople: (userIds: readonly string[]) => Promise<ReadonlyMap<string, { nickname: string; tel: string }>>;
}
