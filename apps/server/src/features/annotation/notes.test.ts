import { type AnnotationKind, annotationSetFile, type BookCard, CodedError, newId, queryNotes as queryOperation } from '@shufang/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { aHlc, aPut, aTarget, createSyncScene, newMarkFields, type SyncScene } from '../sync/testing/sync-scene.ts';
import { idOfUrn, uuidOf } from './annotation-set.ts';
import { emptyOldTombstones } from './empty-old-tombstones.ts';
import { exportNotes } from './export-notes.ts';
import { queryNotes } from './query-notes.ts';
import { readExcelFile, readWordFile } from './testing/read-office-file.ts';

let database: TestDatabase;
let scene: SyncScene;
let reader: string;
let T: number;

const aBookCard = (title: string): BookCard => ({
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
const analects = aBookCard('论语');
const physics = aBookCard('大学物理');
const cards = [analects, physics];

const deps = () => ({
  ...scene.deps,
  findBookCards: async (_userId: string, ids: readonly string[]) => cards.filter((card) => ids.includes(card.id)),
});
const query = (input: Record<string, unknown> = {}, who = reader) => queryNotes(deps(), who, queryOperation.input.parse(input));
const exported = (input: Record<string, unknown> = {}, who = reader) => exportNotes(deps(), who, { format: 'md', ...input });

interface MarkWish {
  book?: BookCard;
  at?: number;
  kind?: AnnotationKind;
  color?: string;
  body?: string;
  quote?: string;
  tags?: string[];
  chapter?: string;
  place?: number;
}
const aMark = async (wish: MarkWish = {}, who = reader): Promise<string> => {
  const entityId = newId();
  const { results } = await scene.push(who, [
    aPut({
      entityId,
      hlc: aHlc(T + (wish.at ?? 0)),
      fields: {
        ...newMarkFields(),
        bookId: (wish.book ?? analects).id,
        kind: wish.kind ?? 'highlight',
        color: wish.color ?? 'yellow',
        body: wish.body ?? '',
        tags: wish.tags ?? [],
        chapterTitle: wish.chapter ?? '学而第一',
        totalProgression: wish.place ?? 0.1,
        target: aTarget({ quote: { exact: wish.quote ?? '学而时习之', prefix: '', suffix: '' } }),
      },
    }),
  ]);
  expect(results).toMatchObject([{ status: 'applied' }]);
  return entityId;
};
const idsOf = ({ items }: { items: readonly { id: string }[] }): string[] => items.map((item) => item.id);

beforeAll(async () => {
  database = await createTestDatabase();
  scene = createSyncScene(database.db);
  T = scene.time.now;
});
beforeEach(async () => {
  scene.time.now = T;
  reader = await scene.aReader();
});
afterAll(() => database.drop());

describe('my notes', () => {
  it('are mine only, alive only, newest first, with their books', async () => {
    const old = await aMark({ at: 1 });
    const fresh = await aMark({ at: 3, book: physics });
    const gone = await aMark({ at: 2 });
    await aMark({ at: 4 }, await scene.aReader());
    await scene.push(reader, [aPut({ entityId: gone, kind: 'del', hlc: aHlc(T + 9), fields: {} })]);
    const answer = await query();
    expect(idsOf(answer)).toEqual([fresh, old]);
    expect(answer).toMatchObject({
      total: 2,
      books: [
        { book: { title: '大学物理' }, count: 1 },
        { book: { title: '论语' }, count: 1 },
      ],
    });
    expect(answer.next).toBeUndefined();
  });

  it('are found by two characters of the text, the quote, a tag or the chapter, in full width, any case and traditional characters', async () => {
    const body = await aMark({ body: '这里讲 KEPLER 定律', quote: '行星' });
    const quote = await aMark({ quote: '开普勒第三定律' });
    const tag = await aMark({ tags: ['考点'], quote: '别的' });
    const chapter = await aMark({ chapter: '万有引力', quote: '别的' });
    expect(idsOf(await query({ q: '定律' })).toSorted()).toEqual([body, quote].toSorted());
    expect(idsOf(await query({ q: 'ｋｅｐｌｅｒ　行星' }))).toEqual([body]);
    expect(idsOf(await query({ q: '考点' }))).toEqual([tag]);
    expect(idsOf(await query({ q: '引力' }))).toEqual([chapter]);
    expect(idsOf(await query({ q: '開普勒' }))).toEqual([quote]);
    for (const q of ['没有', '%', '_', "'", '\\']) expect(idsOf(await query({ q }))).toEqual([]);
  });

  it('are found by pinyin of what was written and quoted, page by page, counted as all others are', async () => {
    const spelt: string[] = [];
    for (let n = 0; n < 5; n++)
      spelt.push(await aMark({ at: n, quote: '沿着負梯度下降', book: n < 3 ? analects : physics, color: n === 4 ? 'red' : 'yellow' }));
    const body = await aMark({ at: 9, body: '见 KEPLER 的学习率', quote: '别的' });
    for (const q of ['tiduxia', 'ti du xia jiang', 'ftdxj']) {
      const first = await query({ q, limit: 2 });
      expect([first.total, first.books.map(({ count }) => count)], q).toEqual([5, [2, 3]]);
      const second = await query({ q, limit: 2, cursor: first.next });
      const third = await query({ q, limit: 2, cursor: second.next });
      expect([...idsOf(first), ...idsOf(second), ...idsOf(third)], q).toEqual(spelt.toReversed());
      expect(third.next).toBeUndefined();
    }
    expect(idsOf(await query({ q: 'tidu', bookId: physics.id, color: 'red' }))).toEqual([spelt[4]]);
    expect(idsOf(await query({ q: 'kepler xuexi' }))).toEqual([body]);
    expect(idsOf(await query({ q: 'xuexi 别的' }))).toEqual([body]);
    for (const q of ['shangsheng', 'tidu xuexi', 'ti', 'xjt']) expect(idsOf(await query({ q })), q).toEqual([]);
    expect((await exported({ q: 'xuexil' })).content).toContain('学习率');
  });

  it('are filtered by book, kind and colour, while the list of books stays whole', async () => {
    const red = await aMark({ color: 'red', at: 1 });
    await aMark({ kind: 'bookmark', at: 2 });
    await aMark({ book: physics, at: 3 });
    expect(idsOf(await query({ color: 'red' }))).toEqual([red]);
    expect((await query({ kind: 'bookmark' })).total).toBe(1);
    const inBook = await query({ bookId: analects.id });
    expect([inBook.total, inBook.items.length]).toEqual([2, 2]);
    expect(inBook.books.map(({ book, count }) => [book.title, count])).toEqual([
      ['大学物理', 1],
      ['论语', 2],
    ]);
  });

  it.each(['newest', 'book'] as const)('come page by page without a gap or a repetition (%s)', async (order) => {
    const made: string[] = [];
    for (let n = 0; n < 7; n++)
      made.push(await aMark({ at: Math.floor(n / 2), place: (6 - n) / 10, book: n % 2 === 0 ? analects : physics }));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await query({ order, limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.total).toBe(7);
      seen.push(...idsOf(page));
      cursor = page.next;
    } while (cursor !== undefined);
    expect(seen).toEqual(idsOf(await query({ order })));
    expect(seen.toSorted()).toEqual(made.toSorted());
  });

  it('in book order go by the place in the book', async () => {
    const last = await aMark({ place: 0.9, at: 1 });
    const first = await aMark({ place: 0.2, at: 2 });
    expect(idsOf(await query({ order: 'book', bookId: analects.id }))).toEqual([first, last]);
  });

  it.each(['x', 'e30', 'WzFd', Buffer.from('[1,"2"]').toString('base64url')])('refuse the cursor %j', async (cursor) => {
    for (const order of ['newest', 'book']) {
      await expect(query({ cursor, order })).rejects.toSatisfy((error) => error instanceof CodedError && error.code === 'request.invalid');
    }
  });
});

describe('the bin', () => {
  it('keeps a deleted mark for 180 days from when the server heard of it, then only the tombstone', async () => {
    const day = 86_400_000;
    const id = await aMark({ at: -301 * day, body: '秘密', quote: '原文', tags: ['标'] });
    const deletedAt = T - 300 * day;
    await scene.push(reader, [aPut({ entityId: id, kind: 'del', hlc: aHlc(deletedAt), fields: {} })]);
    scene.time.now = T + 180 * day;
    await emptyOldTombstones(scene.deps);
    expect((await scene.mark(reader, id)).record).toMatchObject({ body: '秘密', deletedAt });
    scene.time.now = T + 180 * day + 1;
    expect(await emptyOldTombstones(scene.deps)).toBeGreaterThanOrEqual(1);
    expect((await scene.mark(reader, id)).record).toMatchObject({
      body: '',
      tags: [],
      chapterTitle: '',
      target: { quote: { exact: '', prefix: '', suffix: '' } },
      deletedAt,
    });
    expect(await emptyOldTombstones(scene.deps)).toBe(0);
  });

  it('gives a mark back', async () => {
    const id = await aMark({ body: '留下' });
    await scene.push(reader, [
      aPut({ entityId: id, kind: 'del', hlc: aHlc(T + 5), fields: {} }),
      aPut({ entityId: id, hlc: aHlc(T + 6), fields: { deletedAt: null } }),
    ]);
    expect((await query()).items).toMatchObject([{ id, body: '留下' }]);
    scene.time.now = T + 365 * 86_400_000;
    expect(await emptyOldTombstones(scene.deps)).toBe(0);
  });
});

describe('the export', () => {
  it('goes by book and chapter in the order of the book, with quotes, notes, colours and dates', async () => {
    await aMark({ place: 0.5, chapter: '为政第二', quote: '温故而知新', color: 'red', body: '# 要背\n[链](x)', tags: ['考点'] });
    await aMark({ place: 0.1, quote: '学而时习之\n不亦说乎', color: 'blue' });
    await aMark({ place: 0.2, kind: 'bookmark', quote: '' });
    const { fileName, mediaType, content: text } = await exported();
    expect(fileName).toBe('论语-笔记-2027-01-15.md');
    expect(mediaType).toBe('text/markdown; charset=utf-8');
    expect(text).toBe(`# 论语

某人

## 学而第一

> 学而时习之\\
> 不亦说乎

*划线 · 蓝色 · 2027-01-15 16:00*

---

*书签 · 位置 20.0% · 2027-01-15 16:00*

## 为政第二

> 温故而知新

\\# 要背\\
\\[链\\](x)

*笔记 · 红色 · 标签：考点 · 2027-01-15 16:00*
`);
  });

  it('holds the text that lost against another device', async () => {
    const id = await aMark({ body: '初稿' });
    await scene.push(reader, [
      aPut({ entityId: id, hlc: aHlc(T + 1, 'devicea'), baseHlc: aHlc(T), fields: { body: '甲的' } }),
      aPut({ entityId: id, hlc: aHlc(T + 2, 'deviceb'), baseHlc: aHlc(T), fields: { body: '乙的' } }),
    ]);
    const { content: text } = await exported();
    expect(text).toContain('乙的');
    expect(text).toContain('甲的');
  });

  it('is a Word document that holds every word, and a table with a row a mark', async () => {
    await aMark({ quote: '学而时习之', body: '第一行\n第二行 <b>&', tags: ['考点'] });
    await aMark({ place: 0.2, quote: '=1+1', body: '' });
    const docx = await exported({ format: 'docx' });
    expect(docx.fileName).toBe('论语-笔记-2027-01-15.docx');
    const paragraphs = readWordFile(Buffer.from(docx.content, 'base64'));
    expect(paragraphs.filter(({ style }) => style !== '').map(({ style, text }) => [style, text])).toEqual([
      ['Heading1', '论语'],
      ['Heading2', '学而第一'],
    ]);
    const texts = paragraphs.map(({ text }) => text);
    expect(texts.slice(3, 5)).toEqual(['学而时习之', '第一行\n第二行 <b>&']);
    expect(texts.find((text) => text.includes('标签：考点'))).toBeDefined();
    expect(texts).toContain('=1+1');

    const xlsx = await exported({ format: 'xlsx' });
    const rows = readExcelFile(Buffer.from(xlsx.content, 'base64'));
    expect(rows.map((row) => [row[0], row[4], row[5]])).toEqual([
      ['图书', '原文', '笔记'],
      ['论语', '学而时习之', '第一行\n第二行 <b>&'],
      // A text that looks like a formula stays a text.
      ['论语', '=1+1', ''],
    ]);
  });

  it('opens in Word and Excel whatever was written: characters XML has no place for are left out', async () => {
    await aMark({ quote: '前\u{fffe}\u0001后', body: '甲\uffff乙\u{20bb7}' });
    const [docx, xlsx] = [await exported({ format: 'docx' }), await exported({ format: 'xlsx' })];
    expect(readWordFile(Buffer.from(docx.content, 'base64')).map(({ text }) => text)).toEqual(expect.arrayContaining(['前后', '甲乙𠮷']));
    expect(readExcelFile(Buffer.from(xlsx.content, 'base64'))[1]?.slice(4, 6)).toEqual(['前后', '甲乙𠮷']);
  });

  it('is a W3C annotation set of one book, and of one only', async () => {
    const id = await aMark({ quote: '学而时习之', body: '要背', color: 'red', tags: ['考点'] });
    const set = await exported({ format: 'annotation' });
    expect(set.fileName).toBe('论语-笔记-2027-01-15.annotation');
    const file = annotationSetFile.parse(JSON.parse(set.content));
    expect(file.about?.['dc:title']).toBe('论语');
    expect(file.items).toMatchObject([
      {
        id: `urn:uuid:${uuidOf(id)}`,
        type: 'Annotation',
        motivation: 'highlighting',
        target: { selector: [{ type: 'TextQuoteSelector', exact: '学而时习之' }, { type: 'TextPositionSelector' }] },
        body: { type: 'TextualBody', value: '要背', color: 'orange', tags: ['考点'] },
      },
    ]);
    expect(idOfUrn(`urn:uuid:${uuidOf(id)}`)).toBe(id);
    await aMark({ book: physics });
    await expect(exported({ format: 'annotation' })).rejects.toThrow('请先选择一本有标注的书');
    expect((await exported({ format: 'annotation', bookId: physics.id })).fileName).toMatch(/^大学物理/);
  });

  it('goes by chapter, tag, state of the place and time as well', async () => {
    await aMark({ quote: '甲', chapter: '学而第一', tags: ['考点'] });
    await aMark({ quote: '乙', chapter: '为政第二', at: 5_000 });
    const quotes = async (wish: Record<string, unknown>) => (await query(wish)).items.map(({ target }) => target.quote.exact).toSorted();
    expect(await quotes({ chapter: '为政第二' })).toEqual(['乙']);
    expect(await quotes({ tag: '考点' })).toEqual(['甲']);
    expect(await quotes({ anchor: 'orphan' })).toEqual([]);
    expect(await quotes({ anchor: 'exact' })).toEqual(['乙', '甲']);
    const [first] = (await query({ chapter: '学而第一' })).items;
    expect(await quotes({ from: (first?.createdAt ?? 0) + 1 })).toEqual(
      (await query({ chapter: '为政第二' })).items[0]?.createdAt === first?.createdAt ? [] : ['乙'],
    );
  });

  it('takes several books into one file, also one that is gone, and says when there is nothing', async () => {
    expect((await exported()).content).toBe('没有符合条件的笔记。\n');
    await aMark();
    await aMark({ book: aBookCard('不在目录') });
    const { fileName, content: text } = await exported();
    expect(fileName).toBe('书房-笔记-2027-01-15.md');
    expect(text).toContain('# 已下架的图书');
    expect((await exported({ bookId: analects.id })).content).not.toContain('已下架');
  });

  it.each([
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
    ['..\u202e隐\0藏.', '隐 藏'],
    ['   ', '未命名'],
    ['书'.repeat(80), '书'.repeat(60)],
  ])('names its file so that any system takes it: %j', async (title, name) => {
    const card = aBookCard(title);
    cards.push(card);
    await aMark({ book: card });
    expect((await exported({ bookId: card.id })).fileName).toBe(`${name}-笔记-2027-01-15.md`);
  });
});
