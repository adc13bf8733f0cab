/** Notes of Readest: its annotations file (JSON), the `config.json` of a book, and its Markdown export. Pure. */
import { z } from 'zod';
import { createCollector, type ImportedBook, type ReadFields } from './imported-notes.ts';

const entry = z.looseObject({
  type: z.string().optional(),
  text: z.string().optional().catch(undefined),
  note: z.string().optional().catch(undefined),
  color: z.string().optional().catch(undefined),
  createdAt: z.number().optional().catch(undefined),
  deletedAt: z.number().optional().catch(undefined),
});
const readestFile = z.union([
  z.looseObject({
    $format: z.literal('readest-annotations'),
    book: z.looseObject({ title: z.string().catch('') }).catch({ title: '' }),
    annotations: z.array(z.unknown()),
  }),
  z.looseObject({ booknotes: z.array(z.unknown()) }),
]);

/** Returns undefined if the value is no file of Readest. */
export const parseReadestJson = (value: unknown): ImportedBook[] | undefined => {
  const file = readestFile.safeParse(value);
  if (!file.success) return undefined;
  const { data } = file;
  const collector = createCollector();
  const [title, entries] =
    'annotations' in data && Array.isArray(data.annotations) ? [titleOf(data), data.annotations] : ['', data['booknotes']];
  for (const each of entries as readonly unknown[]) {
    const { success, data: read } = entry.safeParse(each);
    if (!success || read.type === 'bookmark' || typeof read.deletedAt === 'number') continue;
    const { text, note, color, createdAt } = read;
    collector.add(title, { text: text ?? '', note: note ?? '', color: color ?? '', createdAt: createdAt ?? undefined });
  }
  return collector.books();
};

const titleOf = (file: object): string => ('book' in file ? (file.book as { title: string }).title : '');

export const isReadestMarkdown = (text: string): boolean => /^\*\*[^*\n]*Readest[^*\n]*\*\*/m.test(text);

/** Quotation marks that the export puts around a passage. */
const unquote = (text: string): string => (/^"[^]*"$/.test(text) && text.length > 1 ? text.slice(1, -1) : text);

export const parseReadestMarkdown = (content: string): ImportedBook[] => {
  const collector = createCollector();
  let title = '';
  let chapter = '';
  let headings = 0;
  let current: (ReadFields & { text: string; note: string; isQuote: boolean }) | undefined;
  const finish = (): void => {
    if (current !== undefined) collector.add(title, { ...current, text: unquote(current.text.trim()) });
    current = undefined;
  };
  for (const line of content.split(/\r?\n/)) {
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1]?.trim();
    const passage = /^(?:>|[-*](?=\s))\s?(.*)$/.exec(line)?.[1];
    // `**Note**:: text` or `**Note:** text`.
    const note = /^\*\*[^*]+\*\*:{0,2}\s*(.*)$/.exec(line)?.[1];
    if (heading !== undefined) {
      finish();
      // The first heading is the title, the second says "highlights"; then follow the chapters.
      headings += 1;
      if (headings === 1) title = heading;
      else if (headings > 2) chapter = heading;
    } else if (passage !== undefined) {
      if (current?.isQuote && line.startsWith('>') && current.note === '') current.text += `\n${passage}`;
      else {
        finish();
        current = { text: passage.replace(/^(?:❗|✅|💡|✨)\s*/u, ''), note: '', chapter, isQuote: line.startsWith('>') };
      }
    } else if (note !== undefined && headings > 1) {
      if (current !== undefined) current.note = [current.note, note].filter(Boolean).join('\n');
    } else if (/^\*[^*]+\*$/.test(line) || line === '---') finish();
    else if (line.trim() !== '' && current?.note) current.note += `\n${line}`;
  }
  finish();
  return collector.books();
};
