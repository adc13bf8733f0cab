/** Dependencies of the verification use cases, and the functions that create them. */
import { CodedError, type ProofFile } from '@shufang/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Account } from '../account/account.ts';
import { findListedUsers } from '../account/find-users.ts';
import type { CodeDependencies } from '../activation-code/find-typed-code.ts';
import { attachmentOf } from '../files/file-name.ts';
import { findOwnFiles, removeOwnFiles, viewProof } from '../files/proof-files.ts';
import { sendFile } from '../files/send-file.ts';
import { findInstitutionStatements, type InstitutionStatement } from '../institution/institution-statements.ts';

export interface VerificationDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Returns the number of working days within which editors decide, for display to applicants. */
  readonly reviewDays: () => Promise<number>;
  readonly events: Pick<EventBus, 'publish'>;
  /** Returns the user's own files with these ids, in any order; missing ones are left out. */
  readonly findOwnFiles: (db: Queryable, ownerId: string, fileIds: readonly string[]) => Promise<ProofFile[]>;
  readonly removeOwnFiles: (tx: Transaction, ownerId: string, fileIds: readonly string[]) => Promise<void>;
  /** Returns what institutions currently state about the user. */
  readonly findInstitutionStatements: (db: Queryable, userId: string) => Promise<InstitutionStatement[]>;
  /** Sends and verifies codes for mailboxes of institutions. */
  readonly account: Account;
  /** Finds teacher codes. */
  readonly codes: CodeDependencies;
  /** Returns users by id, with masked phone numbers; users that do not exist are left out. */
  readonly findUsers: (userIds: readonly string[]) => Promise<ReadonlyMap<string, { nickname: string; tel: string }>>;
  /** Sends a user's file as an attachment. Throws `file.notFound`. */
  readonly sendOwnFile: (request: FastifyRequest, reply: FastifyReply, ownerId: string, fileId: string) => Promise<unknown>;
}

/** The dependencies of deleting old proofs. */
export type ProofDependencies = Pick<VerificationDependencies, 'db' | 'clock' | 'removeOwnFiles'>;

export const createProofDependencies = ({ db, clock }: Pick<VerificationDependencies, 'db' | 'clock'>): ProofDependencies => ({
  db,
  clock,
  removeOwnFiles: (tx, ownerId, fileIds) => removeOwnFiles(tx, ownerId, fileIds, clock.now()),
});

/** Returns the dependencies. `reviewDays` comes from the platform settings. */
export const createVerificationDependencies = (
  { db, clock, events, objects }: Pick<VerificationDependencies, 'db' | 'clock' | 'events'> & { readonly objects: ObjectStorage },
  provided: Pick<VerificationDependencies, 'account' | 'codes' | 'reviewDays'>,
): VerificationDependencies => ({
  ...createProofDependencies({ db, clock }),
  events,
  findOwnFiles: async (queryable, ownerId, fileIds) => (await findOwnFiles(queryable, ownerId, fileIds, clock.now())).map(viewProof),
  findInstitutionStatements: (queryable, userId) => findInstitutionStatements(queryable, userId, clock.now()),
  findUsers: (userIds) => findListedUsers(db.orm, userIds),
  sendOwnFile: async (request, reply, ownerId, fileId) => {
    const refuse = (): never => {
      throw new CodedError('file.notFound');
    };
    const [file] = await findOwnFiles(db.orm, ownerId, [fileId], clock.now());
    if (file === undefined) return refuse();
    return sendFile(objects, request, reply, file, { 'content-disposition': attachmentOf(file.name) }, refuse);
  },
  ...provided,
});
