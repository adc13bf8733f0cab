/** Sets up the sync slice on a database without a server, with functions that create users and operations. */
import { type AnnotationTarget, formatHlc, newId, type SyncOp } from '@shufang/contract';
import { pino } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { createInProcessEvents, type EventBus } from '../../../platform/events.ts';
import { sql } from '../../../platform/sql.ts';
import { createAnnotationSync } from '../../annotation/sync-annotations.ts';
import { createReviewCardSync } from '../../annotation/sync-review-cards.ts';
import { createInteractiveStateSync } from '../../reading/interactive-state-sync.ts';
import { createPracticeAnswerSync } from '../../reading/practice-answer-sync.ts';
import { createPreferencesSync } from '../../reading/preferences-sync.ts';
import { createProgressSync } from '../../reading/progress-sync.ts';
import { pullChanges } from '../pull-changes.ts';
import { pushChanges, type SyncDependencies } from '../push-changes.ts';

const BOOK = newId();
export const VERSION = newId();
/** A version of a book that no annotation refers to. */
export const FOREIGN_VERSION = newId();
/** A book id that the catalog does not know; it knows every other id. */
export const UNKNOWN_BOOK = newId();

export interface SyncFixture {
  readonly deps: SyncDependencies;
  readonly events: EventBus;
  /** The time of the server; a test may change it. */
  readonly time: { now: number };
  aReader(): Promise<string>;
  push(userId: string, ops: readonly unknown[], deviceId?: string): ReturnType<typeof pushChanges>;
  pull(userId: string, since?: number, limit?: number): ReturnType<typeof pullChanges>;
  /** Returns the user's annotation with this id, as a pull returns it. */
  mark(userId: string, id: string): Promise<Extract<Awaited<ReturnType<typeof pullChanges>>['changes'][number], { entity: 'annotation' }>>;
}

const catalog = {
  bookExists: async (bookId: string) => bookId !== UNKNOWN_BOOK,
  isInBook: async (_db: unknown, { versionId, href = 'text/' }: { versionId: string; href: string | undefined }) =>
    versionId !== FOREIGN_VERSION && href.startsWith('text/'),
  findReadVersion: async () => VERSION,
  charsOf: async () => 100_000,
};

const silentLog = pino({ level: 'silent' });

export const createSyncFixture = (db: Database): SyncFixture => {
  const events = createInProcessEvents(silentLog);
  const time = { now: 1_800_000_000_000 };
  const clock: Clock = { now: () => time.now };
  const deps = {
    db,
    events,
    clock,
    handlers: [
      createAnnotationSync(catalog),
      createReviewCardSync(),
      createProgressSync(catalog),
      createPracticeAnswerSync(catalog),
      createInteractiveStateSync(catalog),
      createPreferencesSync(),
    ],
  };
  const pull: SyncFixture['pull'] = (userId, since = 0, limit = 500) => pullChanges(deps, userId, { since, limit });
  return {
    deps,
    events,
    time,
    pull,
    async aReader() {
      const id = newId();
      await db.orm.execute(
        sql`insert into user_account (id, nickname, created_at, updated_at) values (${id}, '读者', ${time.now}, ${time.now})`,
      );
      return id;
    },
    push: (userId, ops, deviceId = 'devicea') => pushChanges(deps, userId, { deviceId, ops }, silentLog),
    async mark(userId, id) {
      const { changes } = await pull(userId);
      for (const change of changes) if (change.entity === 'annotation' && change.entityId === id) return change;
      throw new Error(`no annotation ${id}`);
    },
  };
};

export const aTarget = (changes: Partial<AnnotationTarget> = {}): AnnotationTarget => ({
  href: 'text/chapter-1.xhtml',
  blocks: { start: { blockId: 'b1', offset: 0 }, end: { blockId: 'b1', offset: 4 } },
  quote: { exact: '学而时习', prefix: '子曰：', suffix: '之，不亦说乎' },
  position: { start: 3, end: 7 },
  cfi: 'epubcfi(/6/2!/4/2,/1:3,/1:7)',
  ...changes,
});

export const aHlc = (ms: number, deviceId = 'devicea', counter = 0): string => formatHlc(ms, counter, deviceId);

/** Returns an operation that creates the annotation `entityId` with all fields, unless `fields` overrides them. */
export const aPut = (op: Partial<SyncOp> & Pick<SyncOp, 'entityId' | 'hlc'>): SyncOp => ({
  id: newId(),
  entity: 'annotation',
  kind: 'put',
  fields: newMarkFields(),
  ...op,
});

export const newMarkFields = (): Record<string, unknown> => ({
  bookId: BOOK,
  versionId: VERSION,
  kind: 'highlight',
  color: 'yellow',
  highlightStyle: 'solid',
  body: '',
  tags: [],
  target: aTarget(),
  anchor: 'exact',
  chapterTitle: '学而第一',
  totalProgression: 0.1,
});
