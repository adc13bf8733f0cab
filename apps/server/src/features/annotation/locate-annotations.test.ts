/** Tests of importing annotations from a file, over HTTP and with a real book: they are located, recognized, or refused with a reason. */
import type { Annotation, locateAnnotations, OutputOf, openBook } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { aHlc, aPut } from '../sync/testing/sync-fixture.ts';

testAccess('locateAnnotations', ['reader', 'teacher', 'author', 'expert', 'editor', 'orgAdmin', 'admin']);

testIdempotency(
  'locateAnnotations',
  async ({ aUser, bookId }) => ({
    as: await aUser(),
    body: { bookId, items: [{ id: 'urn:example:1', target: { source: 'OEBPS/c1.xhtml' } }] },
  }),
  { repeatsSafely: true },
);

type Located = OutputOf<typeof locateAnnotations>;

const chapters: [string, string][] = [
  ['学而第一', '子曰：学而时习之，不亦说乎？有朋自远方来，不亦乐乎？人不知而不愠，不亦君子乎？'],
  ['为政第二', `子曰：温故而知新，可以为师矣。${'君子不器。'.repeat(600)}子曰：学而不思则罔，思而不学则殆。`],
];

let shop: TestServer;
let reader: TestUser;
let friend: TestUser;
let bookId: string;
beforeAll(async () => {
  shop = await openTestServer();
  reader = await shop.user('13911119001');
  friend = await shop.user('13911119002');
  bookId = await shop.book({
    metadata: '<dc:identifier id="id">lunyu</dc:identifier><dc:title>论语</dc:title><dc:language>zh-CN</dc:language>',
    chapters,
  });
});
afterAll(() => shop?.close());

const locate = async (items: readonly unknown[], as = reader): Promise<Located> => {
  const response = await shop.call<Located>('/api/note/import', { as, body: { bookId, items } });
  if (response.payload === null) throw new Error(`${response.code}: ${response.message}`);
  return response.payload;
};

const hrefs = async (): Promise<string[]> => {
  const opened = await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${bookId}`, { as: reader });
  return opened.payload?.readingOrder.items.map(({ href }) => href) ?? [];
};
const documentWith = async (chapter: number): Promise<string> => (await hrefs()).at(chapter - chapters.length) ?? '';

const item = (source: string, exact: string, more: Record<string, unknown> = {}) => ({
  id: `urn:example:${exact}`,
  type: 'Annotation',
  created: '2026-01-02T03:04:05Z',
  target: { source, selector: [{ type: 'TextQuoteSelector', exact, prefix: '', suffix: '' }] },
  ...more,
});

let pushed = 0;
const save = async (annotation: Annotation, as = reader): Promise<void> => {
  pushed += 1;
  const { id, updatedAt: _derived, ...fields } = annotation;
  const ops = [aPut({ entityId: id, hlc: aHlc(Date.now() + pushed), fields })];
  const response = await shop.call<{ results: { status: string }[] }>('/api/sync/push', { as, body: { deviceId: 'devicea', ops } });
  expect(response.payload?.results.map(({ status }) => status)).toEqual(['applied']);
};

describe('annotations of another reading system', () => {
  it('annotations are located by their quotes, ignoring white space, with the block in which they begin', async () => {
    const source = await documentWith(0);
    const { annotations: located, refused } = await locate([
      item(source, '学而时习之，\n 不亦说乎？', { body: { type: 'TextualBody', value: '开篇', color: 'purple', tags: ['背诵', '背诵'] } }),
      item(source, '人不知而不愠', { motivation: 'highlighting', body: { highlight: 'strikethrough' } }),
    ]);
    expect(refused).toEqual([]);
    expect(
      located.map(({ annotation: { kind, color, highlightStyle, body, tags, target } }) => [
        [kind, color, highlightStyle],
        body,
        tags,
        target.quote.exact,
      ]),
    ).toEqual([
      [['note', 'pink', 'solid'], '开篇', ['背诵'], '学而时习之，不亦说乎？'],
      [['highlight', 'yellow', 'underline'], '', [], '人不知而不愠'],
    ]);
    expect(located[0]?.annotation.createdAt).toBe(Date.parse('2026-01-02T03:04:05Z'));
    expect(located[0]?.annotation.target.blocks.start.blockId).toBe(located[1]?.annotation.target.blocks.start.blockId);
    expect(located.every(({ isKnown }) => !isKnown)).toBe(true);
  });

  it('equal quotes are distinguished by the text around them, also far into a long block', async () => {
    const source = await documentWith(1);
    const near = { type: 'TextQuoteSelector', exact: '君子不器', prefix: '可以为师矣。', suffix: '。君子不器。' };
    const last = { type: 'TextQuoteSelector', exact: '君子不器', prefix: '君子不器。', suffix: '。子曰：学而不思' };
    const { annotations: located } = await locate([
      { ...item(source, 'a'), target: { source, selector: [near] } },
      { ...item(source, 'b'), target: { source, selector: last } },
    ]);
    const starts = located.map(({ annotation }) => annotation.target.position.start);
    expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBe(599 * 5);
    expect(located[1]?.annotation.target.blocks.start.offset).toBe((located[0]?.annotation.target.blocks.start.offset ?? 0) + 599 * 5);
  });

  it('annotations that cannot be located are refused with a reason each, and the others are returned', async () => {
    const source = await documentWith(0);
    const { annotations: located, refused } = await locate([
      { ...item('nowhere.xhtml', ''), id: 'urn:example:nowhere' },
      { ...item(source, ''), id: 'urn:example:nothing' },
      { id: 'x' },
      'no object',
      item(source, '有朋自远方来'),
    ]);
    expect(refused).toEqual([
      { index: 0, why: 'noDocument' },
      { index: 1, why: 'noPassage' },
      { index: 2, why: 'unreadable' },
      { index: 3, why: 'unreadable' },
    ]);
    expect(located.map(({ index }) => index)).toEqual([4]);
  });

  it('a quote without a document is sought in the whole book: found, uncertain, or stored without a position', async () => {
    const source = await documentWith(0);
    const chapter = (title: string, exact: string, more = {}) => {
      const { id, ...rest } = item('urn:unknown', exact, more);
      return { ...rest, id: `${id}:${title}`, target: { ...rest.target, meta: { headings: [{ level: 1, txt: title }] } } };
    };
    const { annotations: located, refused } = await locate([
      chapter('', '温故而知新，\n可以为师矣'),
      chapter('', '有朋自遠方来，不亦乐乎'),
      chapter('', '子曰'),
      chapter('学而第一', '子曰：'),
      chapter('', '君子不器。君子不器'),
      chapter('', '这句话书里没有', { body: { value: '随想' } }),
      chapter('', '', { body: { value: '全书的感想' } }),
      item(source, '温故而知新'),
    ]);
    expect(refused).toEqual([]);
    expect(
      located.map(({ annotation: { kind, anchor, chapterTitle, target } }) => [
        kind,
        anchor,
        chapterTitle,
        target.quote.exact,
        target.quote.current,
      ]),
    ).toEqual([
      ['highlight', 'exact', '为政第二', '温故而知新，\n可以为师矣', undefined],
      ['highlight', 'fuzzy', '学而第一', '有朋自遠方来，不亦乐乎', '有朋自远方来，不亦乐乎'],
      // Two characters that occur three times: a choice would be a guess.
      ['highlight', 'orphan', '', '子曰', undefined],
      ['highlight', 'exact', '学而第一', '子曰：', undefined],
      ['highlight', 'fuzzy', '为政第二', '君子不器。君子不器', undefined],
      ['note', 'orphan', '', '这句话书里没有', undefined],
      ['note', 'orphan', '', '', undefined],
      ['highlight', 'exact', '为政第二', '温故而知新', undefined],
    ]);
    expect(located.every(({ annotation: { target, anchor } }) => anchor === 'orphan' || target.position.end > target.position.start)).toBe(
      true,
    );
  });

  it('a quote is not sought in chapters that the user may not read', async () => {
    const metadata = '<dc:identifier id="id">paid</dc:identifier><dc:title>论语</dc:title><dc:language>zh-CN</dc:language>';
    const paid = await shop.book({ metadata, chapters }, { publish: true, accessModel: 'paid', priceFen: 3_900, trialChapters: 1 });
    const response = await shop.call<Located>('/api/note/import', {
      as: reader,
      body: { bookId: paid, items: [item('urn:unknown', '温故而知新，可以为师矣。君子不器')] },
    });
    const found = response.payload?.annotations[0]?.annotation;
    expect([found?.anchor, found?.target.quote.prefix, found?.target.quote.suffix]).toEqual(['orphan', '', '']);
  });

  it('many annotations with many properties are located, and one whose text is not valid does not affect the others', async () => {
    const source = await documentWith(0);
    const properties = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`property${at}`, at]));
    const items = Array.from({ length: 100 }, (_, at) => item(source, '不亦君子乎', { ...properties, id: `urn:example:many:${at}` }));
    items[7] = item(source, '不亦君子乎', { title: '\0' });
    const { annotations, refused } = await locate(items);
    expect(refused).toEqual([{ index: 7, why: 'unreadable' }]);
    expect(annotations).toHaveLength(99);
  });

  it('annotations imported twice are recognized the second time', async () => {
    const source = await documentWith(0);
    const [first] = (await locate([item(source, '不亦乐乎')])).annotations;
    if (first === undefined) throw new Error('the annotation was not located');
    await save(first.annotation);
    expect((await locate([item(source, '不亦乐乎')])).annotations).toMatchObject([
      { isKnown: true, annotation: { id: first.annotation.id } },
    ]);
    // The same item imported by another user becomes another annotation, with an id of its own.
    const theirs = (await locate([item(source, '不亦乐乎')], friend)).annotations[0];
    expect(theirs?.isKnown).toBe(false);
    expect(theirs?.annotation.id).not.toBe(first.annotation.id);
  });
});

describe('a file exported by Shufang', () => {
  it('an exported file is recognized for its author, and complete and new for another user', async () => {
    const source = await documentWith(0);
    const [made] = (await locate([item(source, '不亦君子乎', { body: { value: '自省', color: 'orange', tags: ['修身'] } })])).annotations;
    if (made === undefined) throw new Error('the annotation was not located');
    await save(made.annotation);
    const file = await shop.call<{ content: string }>('/api/note/export', { as: reader, body: { bookId, format: 'annotation' } });
    const { items } = JSON.parse(file.payload?.content ?? '{}') as { items: { body: { value: string } }[] };
    const mine = items.filter(({ body }) => body.value === '自省');
    expect((await locate(mine)).annotations).toMatchObject([{ isKnown: true, annotation: { id: made.annotation.id } }]);
    const [theirs] = (await locate(mine, friend)).annotations;
    const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...whole } = made.annotation;
    expect(theirs).toMatchObject({ isKnown: false, annotation: whole });
    expect(theirs?.annotation.id).not.toBe(made.annotation.id);
    await save(theirs?.annotation as Annotation, friend);
  });

  it('an annotation whose passage was changed or deleted is still so after the import', async () => {
    const source = await documentWith(0);
    const [made] = (await locate([item(source, '有朋自远方来')])).annotations;
    if (made === undefined) throw new Error('the annotation was not located');
    await save({ ...made.annotation, anchor: 'orphan' });
    const file = await shop.call<{ content: string }>('/api/note/export', { as: reader, body: { bookId, format: 'annotation' } });
    const { items } = JSON.parse(file.payload?.content ?? '{}') as { items: unknown[] };
    const states = (await locate(items, friend)).annotations.map(({ annotation }) => [annotation.target.quote.exact, annotation.anchor]);
    expect(states).toContainEqual(['有朋自远方来', 'orphan']);
  });
});
