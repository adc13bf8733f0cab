/** The learnable catalogue: facets, order, pages. */
import type { listCourses as listCoursesOperation, OutputOf, ParsedInputOf } from '@shufang/contract';
import { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { type Personal, personalMarksFor } from './personal-marks.ts';
import { countFacets, countPublishedBooks, listPublishedBooks } from './store.ts';
import { toBookCard } from './view.ts';

const cursorShape = z.tuple([z.union([z.string(), z.number()]), z.string()]);

export const listCourses = async (
  deps: { db: Queryable; personal: Personal },
  context: CallContext,
  input: ParsedInputOf<typeof listCoursesOperation>,
): Promise<OutputOf<typeof listCoursesOperation>> => {
  const filter = { category: input.category, access: input.access, language: input.language };
  const order = input.sort === 'title' ? 'title' : 'newest';
  const [books, total, facets] = await Promise.all([
    listPublishedBooks(deps.db, { filter, order, after: readCursor(input.cursor, cursorShape), limit: input.limit + 1 }),
    countPublishedBooks(deps.db, filter),
    countFacets(deps.db, filter),
  ]);
  const page = books.slice(0, input.limit);
  const marks = await personalMarksFor(deps.personal, context, page);
  const last = page.at(-1);
  return {
    items: page.map((book) => toBookCard(book, marks)),
    total,
    facets: { categories: facets.categories, access: facets.access, languages: facets.languages },
    ...(books.length > page.length && last !== undefined
      ? { next: writeCursor([order === 'title' ? last.title : (last.publishedAt ?? 0), last.id]) }
      : {}),
  };
};
