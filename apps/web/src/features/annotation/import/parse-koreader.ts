/** Notes of KOReader: `metadata.epub.lua` beside a book, and the exports in JSON, Markdown and HTML. Pure. */
import { z } from 'zod';
import { createCollector, type ImportedBook } from './imported-notes.ts';
import { type LuaTable, type LuaValue, parseLua } from './parse-lua.ts';
import { readHtml } from './read-html.ts';

const entry = z.looseObject({
  text: z.string().optional().catch(undefined),
  note: z.string().optional().catch(undefined),
  chapter: z.string().optional().catch(undefined),
  color: z.string().optional().catch(undefined),
  time: z.number().optional().catch(undefined),
  sort: z.string().optional().catch(undefined),
});
const document = z.looseObject({ title: z.string().catch(''), entries: z.array(z.unknown()) });
const koreaderFile = z.union([z.looseObject({ documents: z.array(document) }), document.transform((one) => ({ documents: [one] }))]);

/** Returns undefined if the value is no export of KOReader. */
export const parseKoreaderJson = (value: unknown): ImportedBook[] | undefined => {
  const file = koreaderFile.safeParse(value);
  if (!file.success) return undefined;
  const collector = createCollector();
  for (const { title, entries } of file.data.documents) {
    for (const each of entries) {
      const { success, data } = entry.safeParse(each);
      if (!success || data.sort === 'bookmark') continue;
      const { text, note, chapter, color, time } = data;
      const createdAt = typeof time === 'number' ? time * 1_000 : undefined;
      collector.add(title, { text: text ?? '', note: note ?? '', chapter: chapter ?? '', color: color ?? '', createdAt });
    }
  }
  return collector.books();
};

const isTable = (value: LuaValue): value is LuaTable => value instanceof Map;
const stringIn = (table: LuaTable, key: string): string => {
  const value = table.get(key);
  return typeof value === 'string' ? value : '';
};
const tablesIn = (table: LuaValue): LuaTable[] => (isTable(table) ? [...table.values()].filter(isTable) : []);

/** `2020-11-16 18:51:04`, in the device's time. */
const timeOf = (datetime: string): number | undefined => {
  const time = Date.parse(datetime.replace(' ', 'T'));
  return Number.isNaN(time) ? undefined : time;
};

/** Returns undefined if the file is no metadata file of KOReader. */
export const parseKoreaderLua = (source: string): ImportedBook[] | undefined => {
  const table = parseLua(source);
  if (table === undefined) return undefined;
  const collector = createCollector();
  const [props, stats] = [table.get('doc_props'), table.get('stats')];
  const title = (isTable(props) ? stringIn(props, 'title') : '') || (isTable(stats) ? stringIn(stats, 'title') : '');
  const annotations = table.get('annotations');
  const fields = (read: LuaTable) => ({
    text: stringIn(read, 'text'),
    chapter: stringIn(read, 'chapter'),
    color: stringIn(read, 'color'),
    createdAt: timeOf(stringIn(read, 'datetime')),
  });
  if (annotations !== undefined) {
    // Only highlights have a drawer; the text of a bookmark is the name of its chapter.
    for (const read of tablesIn(annotations)) {
      if (read.has('drawer') || read.has('pos1')) collector.add(title, { ...fields(read), note: stringIn(read, 'note') });
    }
    return collector.books();
  }
  // Until 2024 highlights were listed by page, and their notes were in a bookmark with the same time.
  const notes = new Map(
    tablesIn(table.get('bookmarks')).flatMap((read) => {
      const text = stringIn(read, 'text');
      return read.get('highlighted') === true && !/@ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
        ? [[stringIn(read, 'datetime'), text] as const]
        : [];
    }),
  );
  for (const page of tablesIn(table.get('highlight'))) {
    for (const read of tablesIn(page)) collector.add(title, { ...fields(read), note: notes.get(stringIn(read, 'datetime')) ?? '' });
  }
  return collector.books();
};

export const isKoreaderMarkdown = (text: string): boolean => /^### \S.* @ .*\d{4}/m.test(text) && /^##### /m.test(text);

/** Removes the marks by which KOReader shows the style of a highlight. */
const withoutStyle = (text: string): string =>
  text.replace(/^(\*\*_|\*\*|==|\*|\+\+|~~|<u>)([^]*?)(?:_\*\*|\*\*|==|\*|\+\+|~~|<\/u>)$/, '$2');

export const parseKoreaderMarkdown = (content: string): ImportedBook[] => {
  const collector = createCollector();
  let title = '';
  let chapter = '';
  let current: { text: string; note: string; chapter: string; createdAt: number | undefined; isNote: boolean } | undefined;
  const finish = (): void => {
    if (current !== undefined) collector.add(title, { ...current, text: withoutStyle(current.text.trim()) });
    current = undefined;
  };
  for (const line of content.split(/\r?\n/)) {
    const heading = /^(#{1,5}) (.*)$/.exec(line);
    if (heading !== null) {
      finish();
      const [, level = '', text = ''] = heading;
      if (level === '#') [title, chapter] = [text.trim(), ''];
      else if (level === '##') chapter = text.trim();
      else if (level === '###') {
        const time = Date.parse(/@ (.*)$/.exec(text)?.[1] ?? '');
        current = { text: '', note: '', chapter, createdAt: Number.isNaN(time) ? undefined : time, isNote: false };
      }
    } else if (/^_Generated at: .*_$/.test(line)) finish();
    else if (current !== undefined && line === '---') current.isNote = true;
    else if (current !== undefined && !/^\[[^\]]*\]\(<file:/.test(line)) current[current.isNote ? 'note' : 'text'] += `\n${line}`;
  }
  finish();
  return collector.books();
};

export const isKoreaderHtml = (html: string): boolean => /<h5 style="font-size:12pt; text-align:right; color:gray;">/.test(html);

export const parseKoreaderHtml = (html: string): ImportedBook[] => {
  const collector = createCollector();
  let title = '';
  let chapter = '';
  let text = '';
  const finish = (note = ''): void => {
    if (text !== '') collector.add(title, { text, note, chapter });
    text = '';
  };
  for (const { tags, text: read } of readHtml(html)) {
    const [outer = '', inner = ''] = tags.slice(-2);
    if (inner.startsWith('h2')) {
      finish();
      [title, chapter] = [read, ''];
    } else if (/font-weight:bold; text-align:center/.test(outer)) {
      finish();
      chapter = read;
    } else if (inner.includes('color:#888888')) finish(read);
    else if (outer.startsWith('div style="font-size:12pt"') && inner === 'span') {
      finish();
      text = read;
    }
  }
  finish();
  return collector.books();
};
