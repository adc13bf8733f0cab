/**
 * Sets up the verification slice on a fresh database, without a server: users are rows, files and institutions' statements are given by the
 * test.
 */
import type { ProofFile } from '@shufang/contract';
import type { CallContext, ReaderContext } from '../../../platform/http/call-context.ts';
import { createTestDatabase } from '../../../platform/testing/test-database.ts';
import type { InstitutionStatement } from '../../institution/institution-statements.ts';
import type { VerificationDependencies } from '../verification-dependencies.ts';

export const TEACHER_FORM = {
  realName: '孔丘',
  institution: '曲阜大学',
  department: '文学院',
  title: '教授',
  subjects: ['古代汉语'],
  method: 'certificate' as const,
};

export interface VerificationFixture {
  readonly deps: VerificationDependencies;
  /** Topics of the published events. */
  readonly published: string[];
  /** Owner id and file id of each file that was sent. */
  readonly sentFiles: string[][];
  /** Statements of institutions, by user id. */
  readonly statements: Map<string, InstitutionStatement[]>;
  user(): Promise<string>;
  /** Returns the id of a proof of this user. */
  file(ownerId: string): string;
  caller(userId: string): ReaderContext;
  advance(ms: number): void;
  query<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  rolesOf(userId: string): Promise<string[]>;
  /** Returns the actions and reasons of the audit events about an application. */
  auditEventsOf(applicationId: string): Promise<{ action: string; reason: string }[]>;
  drop(): Promise<void>;
}

export const createVerificationFixture = async (): Promise<VerificationFixture> => {
  const database = await createTestDatabase();
  let nowMs = Date.UTC(2026, 10, 21, 12);
  let sequence = 0;
  const nextId = (): string => {
    sequence += 1;
    return String(sequence).padStart(26, '0');
  };
  const ownerOf = new Map<string, string>();
  const published: string[] = [];
  const sentFiles: string[][] = [];
  const statements = new Map<string, InstitutionStatement[]>();
  const viewFile = (id: string): ProofFile => ({ id, name: '资格证.png', mediaType: 'image/png', sizeBytes: 1 });
  const query: VerificationFixture['query'] = async <T>(text: string, values: unknown[] = []) =>
    (await database.db.pool.query(text, values)).rows as T[];
  const deps: VerificationDependencies = {
    db: database.db,
    clock: { now: () => nowMs },
    reviewDays: async () => 3,
    events: {
      async publish(topic) {
        published.push(topic);
      },
    },
    findOwnFiles: async (_db, ownerId, fileIds) => fileIds.filter((id) => ownerOf.get(id) === ownerId).map(viewFile),
    removeOwnFiles: async () => undefined,
    findInstitutionStatements: async (_db, userId) => statements.get(userId) ?? [],
    // Teacher codes and mailboxes are tested on a complete server, so the fixture has no mail.
    account: { mail: undefined } as VerificationDependencies['account'],
    codes: {} as VerificationDependencies['codes'],
    findUsers: async (ids) => new Map(ids.map((id) => [id, { nickname: `用户 ${id}`, tel: '136****0000' }] as const)),
    sendOwnFile: async (_request, _reply, ownerId, fileId) => sentFiles.push([ownerId, fileId]),
  };
  return {
    deps,
    published,
    sentFiles,
    statements,
    async user() {
      const id = nextId();
      await query(`insert into user_account (id, nickname, created_at, updated_at) values ($1, '用户', 0, 0)`, [id]);
      await query(`insert into user_role (user_id, role, granted_at) values ($1, 'reader', 0)`, [id]);
      return id;
    },
    file(ownerId) {
      const id = nextId();
      ownerOf.set(id, ownerId);
      return id;
    },
    caller: (userId) =>
      ({
        reader: { userId, sid: 'session', roles: ['reader'] },
        requestId: 'request-1',
        address: '192.0.2.7',
      }) as unknown as ReaderContext & CallContext,
    advance: (ms) => {
      nowMs += ms;
    },
    query,
    rolesOf: async (userId) =>
      (await query<{ role: string }>('select role from user_role where user_id = $1 order by role', [userId])).map(({ role }) => role),
    auditEventsOf: (id) => query('select action, reason from audit_event where target_id = $1 order by ctid', [id]),
    drop: () => database.drop(),
  };
};
