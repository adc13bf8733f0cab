/**
 * Marks as cards for Anki, in its text format (https://docs.ankiweb.net/importing/text-files.html): a line a card, the mark's id as its GUID,
 * so that a file taken in twice makes nothing twice. Names of columns and of a note type are left out on purpose: Anki would look for fields
 * of those very names, which are others in each language; without them the first field is the front and the second the back.
 */
import { type CardSides, cardSidesOf } from '@shufang/contract';
import { chapterWord, type ExportedBook } from './mark-words.ts';
import type { StoredAnnotation } from './stored-annotation.ts';

const HEAD = ['#separator:tab', '#html:true', '#guid column:1', '#deck column:2', '#tags column:5'];
const HIDDEN = '［……］';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Text as HTML on one line. */
const htmlOf = (text: string): string =>
  text
    .replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? character)
    .replaceAll(/\r\n?|\n/g, '<br>')
    .replaceAll(/\p{Cc}+/gu, ' ');

/** Always quoted: a field may then begin with anything. */
const fieldOf = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** `::` parts a deck from the deck it lies in. */
const deckOf = (title: string): string => `书房::${title.replaceAll(/:{2,}/g, '：').replaceAll(/\p{Cc}+/gu, ' ')}`;

/** Anki parts tags by spaces. */
const tagsOf = (mark: StoredAnnotation): string => mark.tags.map((tag) => tag.trim().replaceAll(/\s+/gu, '_')).join(' ');

const sidesOf = (sides: CardSides): { readonly front: string; readonly back: string } =>
  sides.kind === 'note'
    ? { front: htmlOf(sides.passage), back: htmlOf(sides.answer) }
    : { front: `${htmlOf(sides.before)}<b>${HIDDEN}</b>${htmlOf(sides.after)}`, back: htmlOf(sides.answer) };

/** `isOut`: taken out of the cards. Undefined when no mark makes a card. */
export const renderAnki = (books: readonly ExportedBook[], isOut: (markId: string) => boolean): string | undefined => {
  const lines = books.flatMap((book) =>
    book.marks.flatMap((mark) => {
      const sides = isOut(mark.id) ? undefined : cardSidesOf({ ...mark, deletedAt: mark.deletedAt ?? undefined });
      if (sides === undefined) return [];
      const { front, back } = sidesOf(sides);
      const place = `<br><br><small>${htmlOf(`《${book.title}》 ${chapterWord(mark)}`)}</small>`;
      return [[mark.id, deckOf(book.title), `${front}${place}`, back, tagsOf(mark)].map(fieldOf).join('\t')];
    }),
  );
  return lines.length === 0 ? undefined : `${[...HEAD, ...lines].join('\n')}\n`;
};
