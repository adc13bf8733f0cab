/**
 * Kindle's `My Clippings.txt`, Chinese and English: entries of title and author, kind with location and time, an empty line, and the text,
 * separated by lines of equal signs. Kindle adds an entry each time a highlight is extended, and writes a note as an entry of its own. Pure.
 */
import { kindlePhrases } from '../../../platform/messages/zh-cn/imported-files.ts';
import { type Collector, createCollector, type ImportedBook } from './imported-notes.ts';

const SEPARATOR = /^={8,}\s*$/m;

interface Clipping {
  title: string;
  kind: 'highlight' | 'note';
  /** Location, or page if there is none. */
  start: number;
  end: number;
  createdAt: number | undefined;
  text: string;
  note: string;
}

const KINDS: readonly (readonly [RegExp, Clipping['kind'] | 'bookmark'])[] = [
  [kindlePhrases.bookmark, 'bookmark'],
  [kindlePhrases.note, 'note'],
  [kindlePhrases.highlight, 'highlight'],
];

/** Returns the time of `添加于 2018年12月31日星期一 下午11:56:41` or `Added on Monday, December 31, 2018 11:56:41 PM`, as local time. */
const timeOf = (line: string): number | undefined => {
  const chinese = kindlePhrases.time.exec(line);
  if (chinese !== null) {
    const [, year, month, day, half, hour, minute, second = '0'] = chinese;
    const hours = (Number(hour) % (half === undefined ? 24 : 12)) + (half === kindlePhrases.afternoon ? 12 : 0);
    return new Date(Number(year), Number(month) - 1, Number(day), hours, Number(minute), Number(second)).getTime();
  }
  const english = /Added on (?:\w+,\s*)?(.+)$/i.exec(line)?.[1];
  const time = Date.parse((english ?? '').trim());
  return Number.isNaN(time) ? undefined : time;
};

const clippingOf = (entry: string): Clipping | undefined => {
  const lines = entry.trim().split(/\r?\n/);
  const [title = '', meta = '', ...rest] = lines;
  const kind = KINDS.find(([pattern]) => pattern.test(meta))?.[1];
  if (!meta.trim().startsWith('-') || kind === undefined || kind === 'bookmark') return undefined;
  const location = kindlePhrases.location.exec(meta) ?? /(\d{1,9})(?:\s*-\s*(\d{1,9}))?/.exec(meta);
  const start = Number(location?.[1] ?? 0);
  const text = rest.join('\n').trim();
  return {
    title: title.replace(/^\ufeff/, '').trim(),
    kind,
    start,
    end: Math.max(start, endOf(start, location?.[2])),
    createdAt: timeOf(meta),
    text: kind === 'highlight' ? text : '',
    note: kind === 'note' ? text : '',
  };
};

/** Kindle shortens the second number: `1203-05` is 1203 to 1205. */
const endOf = (start: number, written: string | undefined): number => {
  if (written === undefined) return start;
  const digits = String(start);
  return Number(written.length < digits.length ? digits.slice(0, digits.length - written.length) + written : written);
};

/** Returns the title without the author in parentheses at its end. */
const titleOf = (line: string): string => line.replace(/\s*[(（][^()（）]*[)）]\s*$/, '') || line;

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

/** Puts together the entries of one book. */
const collect = (collector: Collector, title: string, clippings: readonly Clipping[]): void => {
  const merged: Clipping[] = [];
  for (const clipping of clippings.filter(({ kind }) => kind === 'highlight')) {
    const earlier = merged.findIndex(({ start, end, text }) => {
      const [shorter, longer] = [withoutSpace(text), withoutSpace(clipping.text)].sort((a, b) => a.length - b.length);
      return start <= clipping.end && clipping.start <= end && shorter !== undefined && (longer?.includes(shorter) ?? false);
    });
    if (earlier < 0) merged.push(clipping);
    else merged[earlier] = clipping;
  }
  for (const note of clippings.filter(({ kind }) => kind === 'note')) {
    const highlight = merged.find(({ start, end }) => start <= note.start && note.start <= end);
    if (highlight === undefined) merged.push(note);
    else highlight.note = [highlight.note, note.note].filter(Boolean).join('\n');
  }
  for (const clipping of merged) collector.add(titleOf(title), clipping);
};

export const isKindle = (text: string): boolean => SEPARATOR.test(text) && kindlePhrases.meta.test(text);

export const parseKindle = (text: string): ImportedBook[] => {
  const collector = createCollector();
  const clippings = text.split(SEPARATOR).flatMap((entry) => clippingOf(entry) ?? []);
  for (const [title, those] of Map.groupBy(clippings, ({ title: name }) => name)) collect(collector, title, those);
  return collector.books();
};
