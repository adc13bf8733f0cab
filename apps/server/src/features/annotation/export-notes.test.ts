/** Tests of annotations exported as documents. */
import { annotationSetFile } from '@shufang/contract';
import { expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { aHlc, aPut } from '../sync/testing/sync-fixture.ts';
import { idOfUrn, uuidOf } from './annotation-set.ts';
import { aBookCard, analects, physics, withNotesDatabase } from './testing/notes-database.ts';
import { readExcelFile, readWordFile } from './testing/read-office-file.ts';

testAccess('exportNotes', 'every user');
testIdempotency('exportNotes', async ({ aUser }) => ({ as: await aUser(), body: { format: 'md' } }), { repeatsSafely: true });

const { addBook, fixture, startedAt, reader, query, exported, makeAnnotation } = withNotesDatabase();

it('the Markdown export lists book and chapters in reading order, with quotes, notes, colors and dates', async () => {
  await makeAnnotation({
    progression: 0.5,
    chapter: '为政第二',
    quote: '温故而知新',
    color: 'red',
    body: '# 要背\n[链](x)',
    tags: ['考点'],
  });
  await makeAnnotation({ progression: 0.1, quote: '学而时习之\n不亦说乎', color: 'blue', style: 'wavy' });
  await makeAnnotation({ progression: 0.2, kind: 'bookmark', quote: '' });
  const { fileName, mediaType, content: text } = await exported();
  expect(fileName).toBe('论语-笔记-2027-01-15.md');
  expect(mediaType).toBe('text/markdown; charset=utf-8');
  expect(text).toBe(`# 论语

某人

## 学而第一

> 学而时习之\\
> 不亦说乎

*划线 · 蓝色波浪线 · 2027-01-15 16:00*

---

*书签 · 位置 20.0% · 2027-01-15 16:00*

## 为政第二

> 温故而知新

\\# 要背\\
\\[链\\](x)

*笔记 · 红色 · 标签：考点 · 2027-01-15 16:00*
`);
});

it('the export contains the text that lost against the text of another device', async () => {
  const id = await makeAnnotation({ body: '初稿' });
  await fixture().push(reader(), [
    aPut({ entityId: id, hlc: aHlc(startedAt() + 1, 'devicea'), baseHlc: aHlc(startedAt()), fields: { body: '甲的' } }),
    aPut({ entityId: id, hlc: aHlc(startedAt() + 2, 'deviceb'), baseHlc: aHlc(startedAt()), fields: { body: '乙的' } }),
  ]);
  const { content: text } = await exported();
  expect(text).toContain('乙的');
  expect(text).toContain('甲的');
});

it('the export is a Word document with all texts, or a table with one row for each annotation', async () => {
  await makeAnnotation({ quote: '学而时习之', body: '第一行\n第二行 <b>&', tags: ['考点'], style: 'underline' });
  await makeAnnotation({ progression: 0.2, quote: '=1+1', body: '' });
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
  expect(rows.map((row) => [row[0], row[4], row[5], row[6]])).toEqual([
    ['图书', '样式', '原文', '笔记'],
    ['论语', '直线', '学而时习之', '第一行\n第二行 <b>&'],
    // A text that looks like an Excel formula is exported as text.
    ['论语', '底色', '=1+1', ''],
  ]);
});

it('the export omits characters that XML does not allow, so that Word and Excel open it', async () => {
  await makeAnnotation({ quote: '前\u{fffe}\u0001后', body: '甲\uffff乙\u{20bb7}' });
  const [docx, xlsx] = [await exported({ format: 'docx' }), await exported({ format: 'xlsx' })];
  expect(readWordFile(Buffer.from(docx.content, 'base64')).map(({ text }) => text)).toEqual(expect.arrayContaining(['前后', '甲乙𠮷']));
  expect(readExcelFile(Buffer.from(xlsx.content, 'base64'))[1]?.slice(5, 7)).toEqual(['前后', '甲乙𠮷']);
});

it('an exported annotation set contains exactly one book', async () => {
  const id = await makeAnnotation({ quote: '学而时习之', body: '要背', color: 'red', style: 'wavy', tags: ['考点'] });
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
      // EPUB Annotations has no wavy line.
      body: { value: '要背', color: 'orange', highlight: 'underline', 'shufang:highlight': 'wavy', tags: ['考点'] },
    },
  ]);
  expect(idOfUrn(`urn:uuid:${uuidOf(id)}`)).toBe(id);
  await makeAnnotation({ book: physics });
  await expect(exported({ format: 'annotation' })).rejects.toThrow('请先选择一本有标注的书');
  expect((await exported({ format: 'annotation', bookId: physics.id })).fileName).toMatch(/^大学物理/);
});

it('every format says what became of the passage in later versions of the book', async () => {
  const states = ['exact', 'moved', 'fuzzy', 'orphan'] as const;
  for (const [index, anchor] of states.entries()) await makeAnnotation({ anchor, progression: index / 10 });
  const labels = ['', '原文已移位', '原文有改动', '原文已删除'];
  const ends = labels.map((label) => (label === '' ? '16:00' : `16:00 · ${label}`));
  const markdown = (await exported()).content.match(/16:00[^*]*/g);
  expect(markdown).toEqual(ends);
  const word = readWordFile(Buffer.from((await exported({ format: 'docx' })).content, 'base64')).map(({ text }) => text);
  expect(word.filter((text) => text.startsWith('划线')).map((text) => text.slice(text.indexOf('16:00')))).toEqual(ends);
  const rows = readExcelFile(Buffer.from((await exported({ format: 'xlsx' })).content, 'base64'));
  expect(rows.map((row) => row[10] ?? '')).toEqual(['改版后', ...labels]);
  const { items } = annotationSetFile.parse(JSON.parse((await exported({ format: 'annotation' })).content));
  expect(items).toMatchObject(states.map((anchor) => ({ 'shufang:anchor': anchor })));
});

it('annotations are filtered by chapter, tag, anchor state and time', async () => {
  await makeAnnotation({ quote: '甲', chapter: '学而第一', tags: ['考点'] });
  await makeAnnotation({ quote: '乙', chapter: '为政第二', at: 5_000 });
  const quotes = async (options: Record<string, unknown>) =>
    (await query(options)).items.map(({ target }) => target.quote.exact).toSorted();
  expect(await quotes({ chapter: '为政第二' })).toEqual(['乙']);
  expect(await quotes({ tag: '考点' })).toEqual(['甲']);
  expect(await quotes({ anchor: 'orphan' })).toEqual([]);
  expect(await quotes({ anchor: 'exact' })).toEqual(['乙', '甲']);
  const [first] = (await query({ chapter: '学而第一' })).items;
  expect(await quotes({ from: (first?.createdAt ?? 0) + 1 })).toEqual(
    (await query({ chapter: '为政第二' })).items[0]?.createdAt === first?.createdAt ? [] : ['乙'],
  );
});

it('the export contains several books in one file, also an unknown one, and a message if no annotation matches', async () => {
  expect((await exported()).content).toBe('没有符合条件的笔记。\n');
  await makeAnnotation();
  await makeAnnotation({ book: aBookCard('不在目录') });
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
])('the file name of the export is valid on every system: %j', async (title, name) => {
  const card = aBookCard(title);
  addBook(card);
  await makeAnnotation({ book: card });
  expect((await exported({ bookId: card.id })).fileName).toBe(`${name}-笔记-2027-01-15.md`);
});
