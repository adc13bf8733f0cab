/** Converts a stored adoption list to the input that saves it. */
import type { AdoptionItem, AdoptionList, InputOf, saveAdoptionList } from '@shufang/contract';

export type AdoptionInput = InputOf<typeof saveAdoptionList>;
export type ItemInput = AdoptionInput['items'][number];

export const inputOfItem = ({ isFirst: _first, bookTitle: _title, className: _name, ...item }: AdoptionItem): ItemInput => item;

/** Returns the input that stores the list unchanged. */
export const inputOfList = ({ id, rev, institution, term, note, items }: AdoptionList): AdoptionInput => ({
  list: { id, rev },
  institutionId: institution.id,
  term,
  note,
  items: items.map(inputOfItem),
});
