/** Notes and highlights of Koodo Reader: its exports in CSV, Markdown, text and HTML. Pure. */
import { LIMITS } from '@shufang/contract';
import { type Collector, createCollector, type ImportedBook } from './imported-notes.ts';
import { parseCsv } from './parse-csv.ts';
import { readHtml } from './read-html.ts';

const timeOf = (date: string | undefined): number | undefined => {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : time;
};

/** Returns undefined if the file has no head line of Koodo Reader. */
export const parseKoodoCsv = (content: string): ImportedBook[] | undefined => {
  const [head = [], ...rows] = parseCsv(content, LIMITS.noteExportMax + 1);
  if (!['bookName', 'text'].every((name) => head.includes(name))) return undefined;
  const collector = createCollector();
  for (const row of rows) {
    const read = (name: string): string => row[head.indexOf(name)] ?? '';
    collector.add(read('bookName'), {
      text: read('text'),
      note: read('notes'),
      chapter: read('chapter'),
      color: read('color'),
      createdAt: timeOf(read('date')),
    });
  }
  return collector.books();
};

/** Notes put together line by line. */
const createNoteReader = (collector: Collector) => {
  let title = '';
  let fields = { text: '', note: '', chapter: '', color: '', date: '' };
  const finish = (): void => {
    const { date, ...read } = fields;
    collector.add(title, { ...read, createdAt: timeOf(date) });
    fields = { text: '', note: '', chapter: '', color: '', date: '' };
  };
  return {
    finish,
    beginBook: (name: string): void => {
      finish();
      title = name.trim();
    },
    add: (field: keyof typeof fields, text: string): void => {
      fields[field] = fields[field] === '' ? text : `${fields[field]}\n${text}`;
    },
    /** `Date: 2026-01-02 | Color: #FBF1D1 | Tags: …`. */
    addMeta: (text: string): void => {
      fields.date = /Date: (\d{4}-\d\d-\d\d)/.exec(text)?.[1] ?? '';
      fields.color = /Color: (#[0-9a-f]{6})/i.exec(text)?.[1] ?? '';
    },
  };
};

export const isKoodoText = (text: string): boolean => /^\ufeff?(?:# )?Koodo Reader - (?:Notes|Highlights)\s*$/m.test(text.slice(0, 200));

export const parseKoodoMarkdown = (content: string): ImportedBook[] => {
  const collector = createCollector();
  const note = createNoteReader(collector);
  let isNote = false;
  for (const line of content.split(/\r?\n/)) {
    const [, mark = '', rest = ''] = /^(###?|>|\*\*Note:\*\*)\s?(.*)$/.exec(line) ?? [];
    if (mark === '##') note.beginBook(rest);
    else if (mark === '###') note.add('chapter', rest);
    else if (mark === '>') note.add('text', rest);
    else if (mark !== '') note.add('note', rest);
    else if (line === '---') note.finish();
    else if (/^\*.+: .+\*$/.test(line)) note.addMeta(line);
    else if (isNote && line !== '') note.add('note', line);
    isNote = mark === '**Note:**' || (isNote && mark === '' && line !== '---' && !/^\*.+: .+\*$/.test(line));
  }
  note.finish();
  return collector.books();
};

const TEXT_FIELDS: Readonly<Record<string, 'text' | 'note' | 'chapter' | 'date' | 'color'>> = {
  Chapter: 'chapter',
  Text: 'text',
  Note: 'note',
  Date: 'date',
  Color: 'color',
};

export const parseKoodoPlainText = (content: string): ImportedBook[] => {
  const collector = createCollector();
  const note = createNoteReader(collector);
  let field: (typeof TEXT_FIELDS)[string] | undefined;
  for (const line of content.split(/\r?\n/)) {
    const [, name = '', rest = ''] = /^(Book|Author|Chapter|Text|Note|Date|Color|Type|Tags): (.*)$/.exec(line) ?? [];
    if (name === 'Book') note.beginBook(rest);
    if (name !== '') {
      field = TEXT_FIELDS[name];
      // A note begins with its chapter or its text.
      if (name === 'Chapter') note.finish();
      if (field !== undefined) note.add(field, rest);
    } else if (line === '') {
      note.finish();
      field = undefined;
    } else if (field !== undefined) note.add(field, line);
  }
  note.finish();
  return collector.books();
};

export const isKoodoHtml = (html: string): boolean => /<h1>Koodo Reader - (?:Notes|Highlights)<\/h1>/.test(html);

export const parseKoodoHtml = (html: string): ImportedBook[] => {
  const collector = createCollector();
  const note = createNoteReader(collector);
  let hasText = false;
  for (const { tags, text } of readHtml(html)) {
    const tag = tags.at(-1) ?? '';
    if (tag === 'h2') {
      note.beginBook(text);
      hasText = false;
    } else if (tag === 'h3' || tag === 'blockquote') {
      if (hasText) note.finish();
      note.add(tag === 'h3' ? 'chapter' : 'text', text);
      hasText = tag === 'blockquote';
    } else if (tag === 'div class="note"') note.add('note', text);
    else if (tag === 'p class="meta"') note.addMeta(text);
  }
  note.finish();
  return collector.books();
};
