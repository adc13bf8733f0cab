/** Dependencies of the assignment use cases. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Typesetter } from '../../platform/typeset/typesetter.ts';
import type { StoredFile } from '../files/user-file.ts';

export interface AssignmentDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Tells the devices of these students that a running attempt of theirs has changed. */
  readonly notifyAttempts: (userIds: readonly string[]) => Promise<void>;
  /**
   * Tells the gradebook, in the transaction of the change, that the scores of these students, or of all, may have changed. The transaction
   * has locked every attempt that it locks before.
   */
  readonly scoresChanged: (tx: Transaction, assignmentId: string, userIds?: readonly string[]) => Promise<void>;
  /** Sends a file as an attachment. Throws `file.notFound` if its bytes are missing. */
  readonly sendFile: (request: FastifyRequest, reply: FastifyReply, file: StoredFile) => Promise<unknown>;
  /** Key that signs receipts of hand-ins. */
  readonly receiptKey: Uint8Array;
  readonly typesetter: Typesetter;
  /** Returns the name of the operator, which printed documents show. */
  readonly findOperatorName: () => Promise<string>;
}

/** What ends attempts by itself needs of them. */
export type ClosingDependencies = Pick<AssignmentDependencies, 'db' | 'clock' | 'scoresChanged'>;
