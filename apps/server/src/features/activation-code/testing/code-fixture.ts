/** Sets up the activation-code slice on a fresh database, without a server: books and users are rows, files are given by the test. */
import { Readable } from 'node:stream';
import type { AccessRight, BookCard } from '@shufang/contract';
import type { ObjectStorage } from '../../../gateways/object-storage/object-storage.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import type { ReaderContext } from '../../../platform/http/call-context.ts';
import { payloadOf } from '../../../platform/http/testing/use-case-result.ts';
import { createMemoryRateLimiter } from '../../../platform/rate-limit.ts';
import { createTestDatabase } from '../../../platform/testing/test-database.ts';
import type { StoredFile } from '../../files/user-file.ts';
import type { ActivationCodeDependencies } from '../activation-code-dependencies.ts';
import { decideCodeBatch } from '../decide-code-batch.ts';
import { exportCodeBatch } from '../export-code-batch.ts';
import { requestCodeBatch } from '../request-code-batch.ts';

export interface CodeFixture {
  readonly deps: ActivationCodeDependencies;
  /** Ids of the users whose open pages were notified that their claim was decided. */
  readonly notified: string[];
  /** The right of every reader to a book, by book id; a book without an entry gives no right. */
  readonly rights: Map<string, AccessRight>;
  user(): Promise<string>;
  book(columns?: { publisher?: string; removal_notice?: string; title?: string }): Promise<string>;
  /** Creates a picture file of this user and returns its id. */
  picture(ownerId: string): string;
  reader(userId: string): ReaderContext;
  /** Returns an operator; `editor` requests batches, `finance` approves them. */
  operator(userId: 'editor' | 'finance', scope?: AccessScope): ReaderContext;
  /** Requests a batch as the editor and returns its id. */
  request(bookId: string, count?: number): Promise<string>;
  /** Requests, approves and exports a batch. Returns its id and codes. */
  exported(bookId: string, count?: number): Promise<{ batchId: string; codes: string[] }>;
  advance(ms: number): void;
  query<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  auditEventsOf(targetId: string): Promise<{ action: string; operator_id: string; reason: string }[]>;
  drop(): Promise<void>;
}

const insert = (table: string, columns: Readonly<Record<string, unknown>>): { text: string; values: unknown[] } => {
  const names = Object.keys(columns);
  return {
    text: `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    values: Object.values(columns),
  };
};

export const createCodeFixture = async (): Promise<CodeFixture> => {
  const database = await createTestDatabase();
  let nowMs = Date.UTC(2026, 10, 21, 12);
  let sequence = 0;
  const nextId = (): string => {
    sequence += 1;
    return String(sequence).padStart(26, '0');
  };
  const clock = { now: () => nowMs };
  const notified: string[] = [];
  const rights = new Map<string, AccessRight>();
  const files = new Map<string, StoredFile & { readonly ownerId: string }>();
  const query: CodeFixture['query'] = async <T>(text: string, values: unknown[] = []) =>
    (await database.db.pool.query(text, values)).rows as T[];
  const row = (table: string, columns: Readonly<Record<string, unknown>>) => {
    const { text, values } = insert(table, columns);
    return query(text, values);
  };
  const deps: ActivationCodeDependencies = {
    db: database.db,
    clock,
    limiter: createMemoryRateLimiter(clock),
    networkOf: (address) => address,
    codeKey: Buffer.alloc(32, 9),
    batchKey: Buffer.alloc(32, 7),
    publicUrl: 'https://books.example.com',
    objects: { get: async () => ({ stream: Readable.from([Buffer.from('photo')]), size: 5 }) } as unknown as ObjectStorage,
    findFile: async (ownerId, fileId) => {
      const file = files.get(fileId);
      return file?.ownerId === ownerId ? file : undefined;
    },
    findClaimant: async (userId) => ({ userId, name: `用户 ${userId}`, tel: '136****0000' }),
    notifyClaimant: async (userId) => void notified.push(userId),
    namesOf: async (userIds) => new Map(userIds.map((id) => [id, `操作员 ${id}`] as const)),
    rights: { one: async (_caller, book) => rights.get(book.id) ?? ({ kind: 'none', reason: '' } as AccessRight) },
    findBookCards: async (_caller, bookIds) => bookIds.map((id) => ({ id }) as unknown as BookCard),
  };
  const fixture: CodeFixture = {
    deps,
    notified,
    rights,
    async user() {
      const id = nextId();
      await row('user_account', { id, nickname: '读者', created_at: 0, updated_at: 0 });
      return id;
    },
    async book(columns = {}) {
      const [id, versionId] = [nextId(), nextId()];
      const book = {
        id,
        title: `论语 ${id}`,
        authors: '孔子弟子',
        access_model: 'codeOnly',
        price_fen: 0,
        shelf_state: 'published',
        created_at: 0,
        updated_at: 0,
      };
      await row('book', { ...book, ...columns });
      await row('book_version', {
        id: versionId,
        book_id: id,
        no: 1,
        state: 'released',
        source_sha256: id,
        source_file_name: 'a.epub',
        metadata: '{}',
        manifest: '{}',
        chars: 1,
        positions: 1,
        created_at: 0,
      });
      await query('update book set current_version_id = $2 where id = $1', [id, versionId]);
      return id;
    },
    picture(ownerId) {
      const id = nextId();
      files.set(id, {
        ownerId,
        id,
        kind: 'picture',
        name: '照片.png',
        mediaType: 'image/png',
        sizeBytes: 5,
        sha256: '0'.repeat(64),
      } as unknown as StoredFile & {
        ownerId: string;
      });
      return id;
    },
    reader: (userId) =>
      ({ reader: { userId, sid: 's', roles: ['reader'] }, requestId: 'request-1', address: '198.51.100.1' }) as unknown as ReaderContext,
    operator: (userId, accessScope) =>
      ({
        reader: { userId, sid: 's', roles: [userId] },
        requestId: 'request-1',
        address: '198.51.100.1',
        accessScope,
      }) as unknown as ReaderContext,
    async request(bookId, count = 3) {
      const input = { bookId, purpose: 'printedBook', count, printing: '', boxSize: 2, rebindLimit: 1 } as const;
      const { batch } = await payloadOf(requestCodeBatch(deps, fixture.operator('editor'), input));
      return batch.id;
    },
    async exported(bookId, count = 3) {
      const batchId = await fixture.request(bookId, count);
      await decideCodeBatch(deps, fixture.operator('finance'), { batchId, approve: true, reply: '' });
      const { csv = '' } = await payloadOf(exportCodeBatch(deps, fixture.operator('finance'), { batchId, format: 'csv' }));
      return { batchId, codes: csv.match(/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3,}(?:-[0-9A-Z])?/g) ?? [] };
    },
    advance: (ms) => {
      nowMs += ms;
    },
    query,
    auditEventsOf: (id) => query('select action, operator_id, reason from audit_event where target_id = $1 order by ctid', [id]),
    drop: () => database.drop(),
  };
  return fixture;
};
