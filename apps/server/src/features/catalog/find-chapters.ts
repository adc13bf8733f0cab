/** The chapter whose title a book was found by, as a place in the book. */
import type { Locator, MarkedText } from '@shufang/contract';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database.ts';
import { findInText } from '../media/text-index/passages.ts';
import { findPinyin } from '../media/text-index/pinyin-terms.ts';

interface Entry {
  title: string;
  href: string;
  blockId?: string;
}

interface Row extends Record<string, unknown> {
  id: string;
  entries: Entry[] | null;
  hrefs: string[] | null;
}

export interface FoundChapter {
  readonly title: MarkedText;
  readonly locator: Locator;
  /** Of the document it is in, from 0. */
  readonly documentIndex: number;
}

const placeOf = ({ title, href, blockId }: Entry, document: string): Locator => {
  const fragment = href.slice(document.length + 1, document.length + 513);
  return {
    href: document,
    title: title.slice(0, 300),
    locations: {
      ...(blockId === undefined ? {} : { block: { blockId, offset: 0 } }),
      ...(fragment === '' ? {} : { fragment }),
    },
  };
};

type Marks = FoundChapter['title']['marks'];

const present = (mark: Marks[number] | undefined): Marks => (mark === undefined ? [] : [mark]);

const firstChapter = (entries: readonly Entry[], hrefs: readonly string[], marksIn: (title: string) => Marks): FoundChapter | undefined => {
  for (const entry of entries) {
    const marks = marksIn(entry.title);
    const document = entry.href.replace(/#.*$/, '');
    const documentIndex = marks.length === 0 ? -1 : hrefs.indexOf(document);
    if (documentIndex >= 0) return { title: { text: entry.title, marks }, locator: placeOf(entry, document), documentIndex };
  }
  return undefined;
};

/** By version: the first entry of the contents, in reading order, that has the query in its title, or else is spelt so, and leads into the text. */
export const findChapters = async (
  db: Queryable,
  versionIds: readonly string[],
  query: string,
): Promise<ReadonlyMap<string, FoundChapter>> => {
  if (versionIds.length === 0) return new Map();
  // Titles and places alone leave the database: a whole manifest is costly to parse.
  const { rows } = await db.execute<Row>(sql`
    select id,
      (select jsonb_agg(jsonb_build_object('title', entry -> 'title', 'href', entry -> 'href') ||
          case when entry ? 'blockId' then jsonb_build_object('blockId', entry -> 'blockId') else '{}' end order by n)
        from jsonb_path_query(manifest -> 'toc', 'strict $.** ? (exists (@.title) && exists (@.href))') with ordinality found (entry, n)) as entries,
      (select jsonb_agg(item -> 'href' order by n) from jsonb_array_elements(manifest -> 'readingOrder') with ordinality listed (item, n)) as hrefs
    from book_version where id = any(${sql.param([...versionIds])}::text[]) and released_at is not null`);
  const found = new Map<string, FoundChapter>();
  for (const { id, entries, hrefs } of rows) {
    const chapter =
      firstChapter(entries ?? [], hrefs ?? [], (title) => findInText(title, query)) ??
      firstChapter(entries ?? [], hrefs ?? [], (title) => present(findPinyin(title, query, true)));
    if (chapter !== undefined) found.set(id, chapter);
  }
  return found;
};
