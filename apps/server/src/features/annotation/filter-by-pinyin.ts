/**
 * Filters annotations by pinyin. There is no index: the user's texts are read when the query contains letters, and each character is
 * matched with all its readings.
 */
import type { Queryable } from '../../platform/database.ts';
import { pinyinTestOf } from '../publication/text-index/pinyin-terms.ts';
import { type AnnotationFilter, listSearchTexts } from './store.ts';

/** Number of annotations read at a time. Between two reads the process can handle other calls. */
const ANNOTATIONS_PER_PAGE = 1_000;

/** Returns a filter by ids instead of terms; the same filter if nothing in `q` (the query as typed) can be pinyin. */
export const filterByPinyin = async (db: Queryable, userId: string, filter: AnnotationFilter, q: string): Promise<AnnotationFilter> => {
  const wholeQueryTest = pinyinTestOf(q);
  const tests = filter.terms.map((term) => ({ word: term, sounds: pinyinTestOf(term) }));
  if (wholeQueryTest === undefined && tests.every(({ sounds }) => sounds === undefined)) return filter;
  const isFound = (text: string): boolean =>
    wholeQueryTest?.(text) === true || tests.every(({ word, sounds }) => text.includes(word) || sounds?.(text) === true);
  const { terms: _terms, ...others } = filter;
  const ids: string[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await listSearchTexts(db, userId, { ...others, terms: [] }, after, ANNOTATIONS_PER_PAGE);
    for (const { id, text } of page) if (isFound(text)) ids.push(id);
    after = page.length < ANNOTATIONS_PER_PAGE ? undefined : page.at(-1)?.id;
  }
  return { ...others, terms: [], ids };
};
