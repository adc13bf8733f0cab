/** Builds the filter of the annotation lists and exports. */

import { foldQuery } from '@shufang/contract/fold-text';
import type { Queryable } from '../../platform/database.ts';
import type { UseCaseInput } from '../../platform/http/register.ts';
import { filterByPinyin } from './filter-by-pinyin.ts';
import type { AnnotationFilter } from './store.ts';

type NoteQuery = Pick<UseCaseInput<'queryNotes'>, 'bookId' | 'kind' | 'color' | 'chapter' | 'tag' | 'anchor' | 'from' | 'before' | 'q'>;

/** Converts the query of a list or export to the filter of the store; pinyin in the query is resolved to annotation ids. */
export const filterOf = (db: Queryable, userId: string, { q = '', ...selection }: NoteQuery): Promise<AnnotationFilter> => {
  const { bookId, kind, color, chapter, tag, anchor, from, before } = selection;
  return filterByPinyin(db, userId, { bookId, kind, color, chapter, tag, anchor, from, before, terms: foldQuery(q) }, q);
};
