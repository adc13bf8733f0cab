/** Dependencies of the use cases of the class layer and of topics. */
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';

export interface DiscussionDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Returns why a student cannot write in a topic now, by the rules of its assignment; undefined if the student can. */
  readonly topicRefusal: (db: Queryable, topicId: string, userId: string) => Promise<'notOpen' | 'closed' | undefined>;
  /** Tells the assignment of a topic, in the transaction of the change, that posts of these users have changed. */
  readonly topicChanged: (tx: Transaction, topicId: string, userIds: readonly string[]) => Promise<void>;
}
