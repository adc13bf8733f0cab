/** A database with a reader of two books who makes annotations, for all tests of a file. */
import * as contract from '@shufang/contract';
import { type AnchorState, type AnnotationKind, type BookCard, type HighlightStyle, newId } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { aCaller, callUseCase } from '../../../testing/call-use-case.ts';
import { aHlc, aPut, aTarget, createSyncFixture, newMarkFields, type SyncFixture } from '../../sync/testing/sync-fixture.ts';
import { exportNotes } from '../export-notes.ts';
import { queryNotes } from '../query-notes.ts';
import { readExport } from './read-export.ts';

export const aBookCard = (title: string): BookCard => ({
  id: newId(),
  title,
  authors: '某人',
  accessModel: 'free',
  priceFen: 0,
  owned: false,
  publishedAt: 0,
  chars: 0,
  categories: [],
});

export const analects = aBookCard('论语');
export const physics = aBookCard('大学物理');

/** What a test says about an annotation; the rest is that of a highlight in the first chapter of the analects. */
export interface AnnotationInput {
  book?: BookCard;
  /** Milliseconds after the start of the test. */
  at?: number;
  kind?: AnnotationKind;
  color?: string;
  style?: HighlightStyle;
  body?: string;
  quote?: string;
  tags?: string[];
  chapter?: string;
  progression?: number;
  anchor?: AnchorState;
}

export const idsOf = ({ items }: { items: readonly { id: string }[] }): string[] => items.map((item) => item.id);

export const withNotesDatabase = () => {
  let opened: { database: TestDatabase; fixture: SyncFixture; startedAt: number } | undefined;
  let reader = '';
  const cards = [analects, physics];
  const open = () => {
    if (opened === undefined) throw new Error('the database is open only in tests');
    return opened;
  };
  const fixture = (): SyncFixture => open().fixture;
  const startedAt = (): number => open().startedAt;
  beforeAll(async () => {
    const database = await createTestDatabase();
    const created = createSyncFixture(database.db);
    opened = { database, fixture: created, startedAt: created.time.now };
  });
  beforeEach(async () => {
    fixture().time.now = startedAt();
    reader = await fixture().aReader();
  });
  afterAll(() => opened?.database.drop());
  const deps = () => ({
    ...fixture().deps,
    findBookCards: async (_userId: string, ids: readonly string[]) => cards.filter((card) => ids.includes(card.id)),
  });
  return {
    fixture,
    /** Returns the time at which each test starts, in UTC milliseconds. */
    startedAt,
    /** Returns the id of the test's reader. */
    reader: (): string => reader,
    deps,
    /** Adds a book to the catalog. */
    addBook: (card: BookCard): void => void cards.push(card),
    query: (input: Record<string, unknown> = {}, who = reader) =>
      callUseCase<'queryNotes', Parameters<typeof queryNotes>[0]>(queryNotes, deps(), aCaller(who), contract.queryNotes.input.parse(input)),
    exported: (input: Record<string, unknown> = {}, who = reader) =>
      readExport(exportNotes(deps(), aCaller(who), { format: 'md', ...input })),
    makeAnnotation: async (options: AnnotationInput = {}, who = reader): Promise<string> => {
      const entityId = newId();
      const { results } = await fixture().push(who, [
        aPut({
          entityId,
          hlc: aHlc(startedAt() + (options.at ?? 0)),
          fields: {
            ...newMarkFields(),
            bookId: (options.book ?? analects).id,
            kind: options.kind ?? 'highlight',
            color: options.color ?? 'yellow',
            highlightStyle: options.style ?? 'solid',
            body: options.body ?? '',
            tags: options.tags ?? [],
            chapterTitle: options.chapter ?? '学而第一',
            totalProgression: options.progression ?? 0.1,
            anchor: options.anchor ?? 'exact',
            target: aTarget({ quote: { exact: options.quote ?? '学而时习之', prefix: '', suffix: '' } }),
          },
        }),
      ]);
      expect(results).toMatchObject([{ status: 'applied' }]);
      return entityId;
    },
  };
};
