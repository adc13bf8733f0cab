/**
 * Marks by pinyin. Nothing is kept for it: what a person wrote and quoted is read when letters are typed, and each character is tried with
 * all its sounds.
 */
import type { Queryable } from '../../platform/database.ts';
import { pinyinTestOf } from '../media/text-index/pinyin-terms.ts';
import { type AnnotationFilter, listSearchTexts } from './store.ts';

/** Other calls get their turn after so many. */
const MARKS_A_PAGE = 1_000;

/** `q`: as it was typed. Answers a filter without words; the same one where nothing of `q` can be pinyin. */
export const withSpelt = async (db: Queryable, userId: string, filter: AnnotationFilter, q: string): Promise<AnnotationFilter> => {
  const whole = pinyinTestOf(q);
  const tests = filter.words.map((word) => ({ word, sounds: pinyinTestOf(word) }));
  if (whole === undefined && tests.every(({ sounds }) => sounds === undefined)) return filter;
  const isFound = (text: string): boolean =>
    whole?.(text) === true || tests.every(({ word, sounds }) => text.includes(word) || sounds?.(text) === true);
  const { words: _words, ...others } = filter;
  const ids: string[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await listSearchTexts(db, userId, { ...others, words: [] }, after, MARKS_A_PAGE);
    for (const { id, text } of page) if (isFound(text)) ids.push(id);
    after = page.length < MARKS_A_PAGE ? undefined : page.at(-1)?.id;
  }
  return { ...others, words: [], ids };
};
