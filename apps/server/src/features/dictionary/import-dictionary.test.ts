/** Tests of the import of dictionaries in each format, and of look-ups in what was imported. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { deleteDictionaryNamed, findEntries, listStoredDictionaries } from './dictionary-store.ts';
import { importDictionary } from './import-dictionary.ts';
import { wordsAtStart } from './words-at-start.ts';

let folder: string;
let shop: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dictionaries-'));
  shop = await openTestServer();
});
beforeEach(async () => {
  await shop.platform.db.orm.execute(sql`delete from dictionary`);
});
afterAll(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

const write = async (name: string, content: string | Uint8Array): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
};
const given = { name: '词典', license: 'CC BY-SA 4.0' };
const load = async (name: string, content: string | Uint8Array, options: { name?: string; license?: string } = given) =>
  importDictionary(shop.platform, await write(name, content), { name: options.name, license: options.license });
const find = (text: string) => findEntries(shop.platform.db.orm, wordsAtStart(text), 12);

interface StarDictEntry {
  readonly word: string;
  readonly data: string;
}

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};

/** Writes a dictionary in the format of StarDict. Returns the path of its `.ifo`. */
const writeStarDict = async (name: string, facts: string, entries: readonly StarDictEntry[], synonyms: Record<string, number> = {}) => {
  let offset = 0;
  const index: Buffer[] = [];
  for (const { word, data } of entries) {
    const size = Buffer.byteLength(data);
    index.push(Buffer.from(`${word}\0`), numbers(offset, size));
    offset += size;
  }
  await write(`${name}.idx`, Buffer.concat(index));
  await write(`${name}.dict.dz`, gzipSync(entries.map(({ data }) => data).join('')));
  await write(`${name}.syn`, Buffer.concat(Object.entries(synonyms).flatMap(([word, of]) => [Buffer.from(`${word}\0`), numbers(of)])));
  return write(`${name}.ifo`, `StarDict's dict ifo file\nversion=2.4.2\nbookname=星典\nwordcount=${entries.length}\n${facts}\n`);
};

test('CC-CEDICT is found by simplified and traditional words, the longest first, with name and terms of the file', async () => {
  const text =
    '# 样本\n#! name=样本词典\n#! license=CC BY-SA 4.0\n學 学 [xue2] /to learn/\n學習 学习 [xue2 xi2] /to learn/to study/\n坏的一行\n';
  const dictionary = await load('words.u8.gz', gzipSync(text), {});
  expect(dictionary).toMatchObject({ name: '样本词典', license: 'CC BY-SA 4.0', format: 'cedict', entries: 2 });
  const learn = { headword: '学（學）', pinyin: 'xué', definitions: ['to learn'], source: '样本词典', license: 'CC BY-SA 4.0' };
  expect(await find('學習成績')).toEqual([
    { ...learn, headword: '学习（學習）', pinyin: 'xué xí', definitions: ['to learn', 'to study'] },
    learn,
  ]);
  expect(await find('学')).toEqual([learn]);
  expect(await find('习')).toEqual([]);
});

test('StarDict is found by its words and synonyms; markup becomes text', async () => {
  const facts = 'sametypesequence=h\nlicense=GPL-3.0';
  const entries = [
    { word: 'Apple', data: '<b>apple</b><br/>a fruit &amp; a tree<script>x()</script>' },
    { word: '学', data: '<p>学习</p><p>模仿</p>' },
  ];
  const file = await writeStarDict('star', facts, entries, { 學: 1 });
  expect(await importDictionary(shop.platform, file, { name: undefined, license: undefined })).toMatchObject({
    name: '星典',
    license: 'GPL-3.0',
    format: 'stardict',
    entries: 2,
  });
  expect(await find('apple pie')).toMatchObject([{ headword: 'Apple', definitions: ['apple', 'a fruit & a tree'] }]);
  expect(await find('學而')).toMatchObject([{ headword: '学', definitions: ['学习', '模仿'] }]);
});

test('StarDict without a common sequence of types is read by the type of each part', async () => {
  const file = await writeStarDict('types', '', [{ word: 'go', data: 'tɡəʊ\0mto move\nto leave\0' }]);
  await importDictionary(shop.platform, file, { name: undefined, license: '自编' });
  expect(await find('go')).toMatchObject([{ pinyin: 'ɡəʊ', definitions: ['to move', 'to leave'] }]);
});

test('the source text of MDict and JSON are read', async () => {
  const source = '\uFEFF学\r\n<p>学习</p>\r\n<p>模仿</p>\r\n</>\r\n學\r\n@@@LINK=学\r\n</>\r\n';
  expect(await load('mdict.txt', source)).toMatchObject({ format: 'mdict', entries: 2 });
  expect(await find('学')).toMatchObject([{ definitions: ['学习', '模仿'] }]);
  expect(await find('學')).toMatchObject([{ definitions: ['→ 学'] }]);
  const entries = [{ headword: '朋', pinyin: 'péng', definitions: ['朋友'] }];
  expect(await load('words.json', JSON.stringify({ name: '校内', license: '自编', entries }), {})).toMatchObject({
    name: '校内',
    entries: 1,
  });
  expect(await find('朋友')).toEqual([{ ...entries[0], source: '校内', license: '自编' }]);
  expect(await load('list.json', JSON.stringify(entries))).toMatchObject({ format: 'json', entries: 1 });
});

test('an import under the same name replaces the dictionary, and one that fails changes nothing', async () => {
  await load('one.json', JSON.stringify([{ headword: '一', definitions: ['1'] }]));
  await load('two.json', JSON.stringify([{ headword: '二', definitions: ['2'] }]));
  expect(await find('一')).toEqual([]);
  const entries = Array.from({ length: 1_500 }, (_, n) => `甲${n} 甲${n} [jia3] /${n}/`);
  const packed = gzipSync(entries.join('\n'));
  await expect(load('broken.gz', packed.subarray(0, packed.length - 40))).rejects.toThrow('压缩文件不完整');
  expect(await listStoredDictionaries(shop.platform.db.orm)).toMatchObject([{ name: '词典', entries: 1 }]);
  expect(await find('二')).toHaveLength(1);
});

test.each([
  ['image.png', new Uint8Array([137, 80, 78, 71]), '认不出这个词典的格式'],
  ['other.json', '{"words":[]}', 'JSON 里没有 entries'],
  ['half.json', '{"entries":[', '不是完整的 JSON'],
  ['empty.json', '[]', '文件里没有词条'],
  ['false.ifo', 'bookname=甲', '不是 StarDict 词典'],
  ['alone.ifo', "StarDict's dict ifo file\nbookname=甲\n", '缺少与'],
])('%s is refused with its reason', async (name, content, reason) => {
  await expect(load(name, content)).rejects.toThrow(reason);
  expect(await listStoredDictionaries(shop.platform.db.orm)).toEqual([]);
});

test('without a stated license nothing is imported', async () => {
  await expect(load('none.json', '[{"headword":"一","definitions":["1"]}]', { name: '甲' })).rejects.toThrow('没有写明许可');
});

test('a truncated StarDict index is refused', async () => {
  const file = await writeStarDict('cut', 'sametypesequence=m', [{ word: '学', data: '学习' }]);
  await write('cut.idx', Buffer.concat([Buffer.from('学\0'), numbers(0, 600)]));
  await expect(importDictionary(shop.platform, file, given)).rejects.toThrow('词条“学”不在词典文件里');
  await write('cut.idx', Buffer.from('学\0\0'));
  await expect(importDictionary(shop.platform, file, given)).rejects.toThrow('词典的索引不完整');
});

test('a look-up reads only the index, and deletion removes all words', async () => {
  const entries = Array.from({ length: 5_000 }, (_, n) => ({ headword: `词${n}`, definitions: [String(n)] }));
  await load('many.json', JSON.stringify(entries));
  const { orm } = shop.platform.db;
  await orm.execute(sql`analyze dictionary_word`);
  const { rows } = await orm.execute<Record<string, string>>(
    sql`explain select headword from dictionary_word where word = any(array['词1', '词12'])`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('dictionary_word_pkey');
  expect(await deleteDictionaryNamed(orm, '词典')).toBe(true);
  expect((await orm.execute(sql`select 1 from dictionary_word`)).rows).toEqual([]);
});
