/** Tests reading the notes of other apps: a file of each format, as these apps write them, and broken and hostile ones. */
import { annotationSetItem, LIMITS } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import type { NotesFile } from './read-notes-file.ts';
import { readNotesFile, readNotesText } from './read-notes-file.ts';

/** Returns source, titles, and of each note passage, note, chapter and color. */
const read = (content: string): unknown => {
  const result = readNotesText(content);
  return 'failure' in result ? result.failure : summaryOf(result.file);
};
const summaryOf = ({ source, books }: NotesFile): unknown => [
  source,
  ...books.map(({ title, set }) => [
    title,
    ...set.items.map((item) => {
      const { target, body } = annotationSetItem.parse(item);
      return [target.selector?.[0]?.exact ?? '', body?.value, target.meta?.headings?.[0]?.txt ?? '', body?.color];
    }),
  ]),
];

const READEST_JSON = {
  $format: 'readest-annotations',
  version: 1,
  book: { title: '论语', author: '孔子' },
  annotations: [
    {
      id: 'a',
      type: 'annotation',
      cfi: 'epubcfi(/6/4!/4/2)',
      text: '学而时习之',
      style: 'highlight',
      color: 'violet',
      note: '开篇',
      createdAt: 1_760_000_000_000,
    },
    { id: 'b', type: 'bookmark', cfi: 'epubcfi(/6/4!/4/2)', text: '书签', note: '' },
    { id: 'c', type: 'annotation', cfi: '', text: '有朋自远方来', note: '', deletedAt: 5 },
    null,
    { id: 'd', type: 'excerpt', cfi: '', text: '不亦乐乎', color: '#00ff00', note: '' },
  ],
};
const READEST_MARKDOWN = `# 论语
**作者**: 孔子

**导出自 Readest**: 2026-05-10

---

## 高亮和批注

### 学而第一
> "学而时习之"
**笔记**:: 开篇

> "有朋自远方来
> 不亦乐乎"

---
`;
const READEST_TEMPLATE = `## 论语
**Author**: 孔子

**Exported from Readest**: 2026-05-10

---

### Highlights & Annotations

#### 学而第一
- ✅ 学而时习之

**Note:** 开篇
*Page: 3 · Time: 2026-05-10 10:00*
`;
const KOREADER_JSON = {
  title: '论语',
  author: '孔子',
  entries: [
    {
      sort: 'highlight',
      drawer: 'lighten',
      page: 3,
      chapter: '学而第一',
      time: 1_760_000_000,
      text: '学而时习之',
      note: '开篇',
      color: 'green',
    },
    { sort: 'bookmark', page: 3, chapter: '学而第一', time: 1_760_000_000, text: 'in 学而第一' },
  ],
  version: 'json/1.0.0',
};
const KOREADER_LUA = `-- we can read Lua syntax here!
return {
    ["annotations"] = {
        [1] = {
            ["chapter"] = "学而第一",
            ["color"] = "blue",
            ["datetime"] = "2026-01-02 03:04:05",
            ["drawer"] = "lighten",
            ["note"] = "他说：\\"好\\"\\
第二行",
            ["pageno"] = 3,
            ["pos0"] = "/body/DocFragment[8]/body/div/p[1]/text()[1].0",
            ["text"] = "\\229\\173\\166而时习之",
        },
        [2] = { ["chapter"] = "学而第一", ["page"] = "/body", ["text"] = "in 学而第一" },
    },
    ["doc_props"] = { ["title"] = "论语", ["authors"] = "孔子" },
    ["percent_finished"] = -0.5e-1,
}
`;
const KOREADER_OLD_LUA = `return {
    ["bookmarks"] = {
        [1] = { ["datetime"] = "2020-11-16 18:51:04", ["highlighted"] = true, ["notes"] = "学而时习之", ["text"] = "开篇" },
        [2] = { ["datetime"] = "2020-11-16 18:52:11", ["highlighted"] = true, ["notes"] = "不亦乐乎",
                ["text"] = "Page 48 不亦乐乎 @ 2020-11-16 18:52:11" },
    },
    ["highlight"] = {
        [48] = {
            [1] = { ["chapter"] = "学而第一", ["datetime"] = "2020-11-16 18:51:04", ["drawer"] = "lighten", ["text"] = "学而时习之" },
            [2] = { ["datetime"] = "2020-11-16 18:52:11", ["text"] = "不亦乐乎" },
        },
    },
    ["stats"] = { ["title"] = "论语" },
}`;
const KOREADER_MARKDOWN = `# 论语
##### 孔子

## 学而第一
### Page 3 @ 20 July 2024 10:20:30 AM
*学而时习之*

---
开篇
### Page 4 @ 20 July 2024 10:20:31 AM
不亦乐乎

_Generated at: 2024-07-20 10:30:00_`;
const KOREADER_HTML = `<!DOCTYPE html><html><head><title>论语</title><script>alert(1)</script></head><body><div style="width:90%">
<h2 style="font-size:18pt; text-align:right;">论语</h2>
<h5 style="font-size:12pt; text-align:right; color:gray;">孔子</h5>
<div style="font-size:14pt; font-weight:bold; text-align:center; margin:0.5em;"><span>学而第一</span></div>
<div style="padding-top:0.5em; padding-bottom:0.5em;">
<div style="font-size:10pt; margin-bottom:0.2em; color:darkgray"><div style="display:inline-block;"></div><span>07/20/24</span><span>3</span></div>
<div style="font-size:12pt"><span>学而时习之<br/>不亦说乎 &lt;b&gt; &amp;</span></div>
<div style="font-size:11pt; margin-top:0.2em; margin-left:2em;"><span style="color:#888888">开篇</span></div></div>
<div style="padding-top:0.5em; border-top:1px dotted lightgray;">
<div style="font-size:12pt"><span>不亦乐乎</span></div></div></div></body></html>`;
const KOODO_CSV =
  '\ufeffkey,bookKey,date,chapter,chapterIndex,text,cfi,range,notes,percentage,color,tag,highlightType,bookName,bookAuthor\n' +
  '1,2,2026-01-02,学而第一,3,"学而时习之,\n不亦""说""乎",,,开篇,0.1,#76BEE9,,background,论语,孔子\n' +
  '1,3,2026-01-02,,3,"大学之道",,,,0.1,#FBF1D1,"a,b",background,大学,曾子\n';
const KOODO_MARKDOWN = `# Koodo Reader - Notes

## 论语

*孔子*

### 学而第一

> 学而时习之
> 不亦说乎

**Note:** 开篇

第二段

*Date: 2026-01-02 | Color: #CAEFC9*

---

> 不亦乐乎

*Date: 2026-01-02*

---
`;
const KOODO_TEXT = `Koodo Reader - Highlights
========================================

Book: 论语
Author: 孔子
----------------------------------------

Chapter: 学而第一
Text: 学而时习之
不亦说乎
Date: 2026-01-02
Color: #CAEFC9

Text: 不亦乐乎
Date: 2026-01-02

`;
const KOODO_HTML = `<!DOCTYPE html><html><head><style>body{}</style></head><body><h1>Koodo Reader - Notes</h1>
<h2>论语</h2><p><em>孔子</em></p><h3>学而第一</h3><blockquote>学而时习之</blockquote>
<div class="note"><strong>Note:</strong> 开篇</div><p class="meta">Date: 2026-01-02 &nbsp;|&nbsp; Color: #CAEFC9</p><hr />
<blockquote>不亦乐乎</blockquote><hr /></body></html>`;
const WEREAD = `《论语》

孔子
4个笔记

学而第一

◆ 学而时习之，不亦说乎

◆ 2026/07/24发表想法

第一段想法

第二段想法

原文：“有朋自远方来”

为政第二

◆ 温故而知新

-- 来自微信读书`;
const WEREAD_OLD = `《论语》
孔子
◆ 学而第一

>> 学而时习之 2024/03/15

// 要背 2024/03/15
// 再读

>> 不亦乐乎
`;
const KINDLE_CHINESE = `\ufeff论语 (孔子)
- 您在位置 #37-38的标注 | 添加于 2018年12月31日星期一 下午11:56:41

学而时习之
==========
论语 (孔子)
- 您在第 2 页（位置 #37-39）的标注 | 添加于 2018年12月31日星期一 下午11:57:41

学而时习之，不亦说乎
==========
论语 (孔子)
- 您在位置 #38 的笔记 | 添加于 2018年12月31日星期一 上午12:05:00

开篇
==========
论语 (孔子)
- 您在位置 #50 的书签 | 添加于 2018年12月31日星期一 上午12:05:00


==========
`;
const KINDLE_ENGLISH = `The Analects (Legge, James)
- Your Highlight on page 3 | Location 1203-05 | Added on Monday, December 31, 2018 11:56:41 PM

Is it not pleasant to learn?
==========
The Analects (Legge, James)
- Your Note on page 3 | Location 1204 | Added on Monday, December 31, 2018 11:58:41 PM

First line
==========
The Analects (Legge, James)
- Your Note on Location 9000 | Added on Monday, December 31, 2018 11:58:41 PM

About the whole book
==========
`;

describe('notes of other apps', () => {
  it.each<[name: string, content: string, expected: unknown]>([
    [
      'the annotations file of Readest',
      JSON.stringify(READEST_JSON),
      ['readest', ['论语', ['学而时习之', '开篇', '', 'pink'], ['不亦乐乎', '', '', 'green']]],
    ],
    [
      'the settings of a book in Readest',
      '{"booknotes":[{"type":"annotation","text":"学而"}]}',
      ['readest', ['', ['学而', '', '', 'yellow']]],
    ],
    [
      'Markdown of Readest',
      READEST_MARKDOWN,
      ['readest', ['论语', ['学而时习之', '开篇', '学而第一', 'yellow'], ['有朋自远方来\n不亦乐乎', '', '学而第一', 'yellow']]],
    ],
    ['Markdown of Readest by its template', READEST_TEMPLATE, ['readest', ['论语', ['学而时习之', '开篇', '学而第一', 'yellow']]]],
    ['JSON of KOReader', JSON.stringify(KOREADER_JSON), ['koreader', ['论语', ['学而时习之', '开篇', '学而第一', 'green']]]],
    [
      'JSON of KOReader with several books',
      JSON.stringify({ documents: [KOREADER_JSON, { title: '大学', entries: [{ text: '大学之道' }] }] }),
      ['koreader', ['论语', ['学而时习之', '开篇', '学而第一', 'green']], ['大学', ['大学之道', '', '', 'yellow']]],
    ],
    ['metadata of KOReader', KOREADER_LUA, ['koreader', ['论语', ['学而时习之', '他说："好"\n第二行', '学而第一', 'blue']]]],
    [
      'metadata of KOReader before 2024',
      KOREADER_OLD_LUA,
      ['koreader', ['论语', ['学而时习之', '开篇', '学而第一', 'yellow'], ['不亦乐乎', '', '', 'yellow']]],
    ],
    [
      'Markdown of KOReader',
      KOREADER_MARKDOWN,
      ['koreader', ['论语', ['学而时习之', '开篇', '学而第一', 'yellow'], ['不亦乐乎', '', '学而第一', 'yellow']]],
    ],
    [
      'HTML of KOReader',
      KOREADER_HTML,
      ['koreader', ['论语', ['学而时习之\n不亦说乎 <b> &', '开篇', '学而第一', 'yellow'], ['不亦乐乎', '', '学而第一', 'yellow']]],
    ],
    [
      'CSV of Koodo Reader',
      KOODO_CSV,
      ['koodo', ['论语', ['学而时习之,\n不亦"说"乎', '开篇', '学而第一', 'blue']], ['大学', ['大学之道', '', '', 'yellow']]],
    ],
    [
      'Markdown of Koodo Reader',
      KOODO_MARKDOWN,
      ['koodo', ['论语', ['学而时习之\n不亦说乎', '开篇\n第二段', '学而第一', 'green'], ['不亦乐乎', '', '', 'yellow']]],
    ],
    [
      'text of Koodo Reader',
      KOODO_TEXT,
      ['koodo', ['论语', ['学而时习之\n不亦说乎', '', '学而第一', 'green'], ['不亦乐乎', '', '', 'yellow']]],
    ],
    ['HTML of Koodo Reader', KOODO_HTML, ['koodo', ['论语', ['学而时习之', '开篇', '学而第一', 'green'], ['不亦乐乎', '', '', 'yellow']]]],
    [
      'what WeChat Read copies',
      WEREAD,
      [
        'weread',
        [
          '论语',
          ['学而时习之，不亦说乎', '', '学而第一', 'yellow'],
          ['有朋自远方来', '第一段想法\n第二段想法', '学而第一', 'yellow'],
          ['温故而知新', '', '为政第二', 'yellow'],
        ],
      ],
    ],
    [
      'what earlier versions of WeChat Read copied',
      WEREAD_OLD,
      ['weread', ['论语', ['学而时习之', '要背\n再读', '学而第一', 'yellow'], ['不亦乐乎', '', '学而第一', 'yellow']]],
    ],
    ['Chinese clippings of Kindle', KINDLE_CHINESE, ['kindle', ['论语', ['学而时习之，不亦说乎', '开篇', '', 'yellow']]]],
    [
      'English clippings of Kindle',
      KINDLE_ENGLISH,
      [
        'kindle',
        ['The Analects', ['Is it not pleasant to learn?', 'First line', '', 'yellow'], ['', 'About the whole book', '', 'yellow']],
      ],
    ],
    ['an annotation set', '{"type":"AnnotationSet","about":{"dc:title":"论语"},"items":[]}', ['annotationSet', ['论语']]],
  ])('%s', (_name, content, expected) => expect(read(content)).toEqual(expected));

  it('the same passage has the same id, whatever app it comes from and however its lines are broken', () => {
    const idsOf = (content: string): unknown[] => {
      const result = readNotesText(content);
      return 'file' in result ? result.file.books.flatMap(({ set }) => set.items.map((item) => annotationSetItem.parse(item).id)) : [];
    };
    expect(idsOf(KOREADER_MARKDOWN)).toEqual(idsOf(KOODO_HTML));
    expect(idsOf(KOODO_TEXT)[1]).toBe(idsOf(KOODO_HTML)[1]);
    expect(new Set(idsOf(KOODO_HTML)).size).toBe(2);
  });

  it('the times are those of the files', () => {
    const result = readNotesText(KINDLE_CHINESE);
    const [item] = 'file' in result ? (result.file.books[0]?.set.items ?? []) : [];
    expect(annotationSetItem.parse(item).created).toBe(new Date(2018, 11, 31, 23, 57, 41).toISOString());
  });
});

describe('broken and hostile files', () => {
  it.each<[name: string, content: string, expected: string]>([
    ['an empty file', ' \n', 'empty'],
    ['half a JSON file', '{"type":"AnnotationSet","items":[', 'unreadable'],
    ['other JSON', '{"type":"Other"}', 'unreadable'],
    ['a list', '[1,2]', 'unreadable'],
    ['prose', '学而时习之，不亦说乎？', 'unreadable'],
    ['a Lua program', 'return os.execute("rm -rf /")', 'unreadable'],
    ['a Lua string without an end', 'return { ["a"] = "b', 'unreadable'],
    ['a Lua table without an end', `return ${'{'.repeat(100_000)}`, 'unreadable'],
    ['Lua tables nested too deeply', `return ${'{'.repeat(40)}${'}'.repeat(40)}`, 'unreadable'],
    ['an export without notes', JSON.stringify({ title: '论语', entries: [] }), 'empty'],
    ['clippings of bookmarks only', '论语\n- 您在位置 #50 的书签 | 添加于 2018年\n\n\n==========\n', 'empty'],
    ['a file that is too large', 'a'.repeat(10 * 1_048_576 + 1), 'tooLarge'],
    ['a CSV file of another program', 'a,b\n1,"2\n', 'unreadable'],
  ])('%s', (_name, content, expected) => expect(read(content)).toBe(expected));

  it('a passage has no more characters than may be stored, and none that a record may not contain', () => {
    const text = `\u0000\ud800${'长'.repeat(30_000)}`;
    const [, [, [passage]]] = read(JSON.stringify({ ...KOREADER_JSON, entries: [{ text }] })) as [string, [string, [string]]];
    expect([passage.length, passage.isWellFormed(), passage.includes('\u0000')]).toEqual([20_000, true, false]);
  });

  it('no more notes are read than one import may have', () => {
    const entries = Array.from({ length: LIMITS.noteExportMax + 10 }, (_, at) => ({ text: `第 ${at} 段` }));
    const result = readNotesText(JSON.stringify({ title: '论语', entries }));
    expect('file' in result && result.file.books[0]?.set.items).toHaveLength(LIMITS.noteExportMax);
  });

  it('tags without an end and thousands of open elements are read in one pass', () => {
    const html = `<h1>Koodo Reader - Notes</h1><h2>论语</h2>${'<div'.repeat(20_000)}${'<p>'.repeat(20_000)}<blockquote>学而`;
    expect(read(html)).toBe('empty');
  });

  it('a text in GB 18030, as old programs write it, is read', async () => {
    // The bytes of 《论语》, a line feed, "◆ ", and 学而.
    const bytes = [0xa1, 0xb6, 0xc2, 0xdb, 0xd3, 0xef, 0xa1, 0xb7, 0x0a, 0xa1, 0xf4, 0x20, 0xd1, 0xa7, 0xb6, 0xf8];
    const result = await readNotesFile(new Blob([new Uint8Array(bytes)]));
    expect('file' in result && summaryOf(result.file)).toEqual(['weread', ['论语', ['学而', '', '', 'yellow']]]);
  });
});
