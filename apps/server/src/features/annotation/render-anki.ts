/**
 * Renders annotations as cards for Anki, in its text format (https://docs.ankiweb.net/importing/text-files.html): one line per card,
 * with the annotation's id as GUID, so that importing a file twice creates no duplicates. Names of columns and of a note type are
 * omitted: Anki would look for fields with those names, which are localized; without them the first field is the front and the second
 * the back.
 */
import { type CardSides, cardSidesOf } from '@shufang/contract';
import { anchorLabel, chapterLabel, type ExportedBook } from './annotation-labels.ts';
import type { StoredAnnotation } from './stored-annotation.ts';

const HEAD = ['#separator:tab', '#html:true', '#guid column:1', '#deck column:2', '#tags column:5'];
const HIDDEN = '［……］';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Returns the text as HTML on one line. */
const htmlOf = (text: string): string =>
  text
    .replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? character)
    .replaceAll(/\r\n?|\n/g, '<br>')
    .replaceAll(/\p{Cc}+/gu, ' ');

/** Returns a quoted field. Fields are always quoted, so that they may begin with any character. */
const fieldOf = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Returns the name of the deck of a book. `::` separates a deck from its parent deck. */
const deckOf = (title: string): string => `书房::${title.replaceAll(/:{2,}/g, '：').replaceAll(/\p{Cc}+/gu, ' ')}`;

/** Returns the tags in one field. Anki separates tags by spaces. */
const tagsOf = (annotation: StoredAnnotation): string => annotation.tags.map((tag) => tag.trim().replaceAll(/\s+/gu, '_')).join(' ');

const sidesOf = (sides: CardSides): { readonly front: string; readonly back: string } =>
  sides.kind === 'note'
    ? { front: htmlOf(sides.passage), back: htmlOf(sides.answer) }
    : { front: `${htmlOf(sides.before)}<b>${HIDDEN}</b>${htmlOf(sides.after)}`, back: htmlOf(sides.answer) };

/** Returns the cards as text; undefined if there are none. `isOut`: whether a card is excluded from review. */
export const renderAnki = (books: readonly ExportedBook[], isOut: (annotationId: string) => boolean): string | undefined => {
  const lines = books.flatMap((book) =>
    book.annotations.flatMap((annotation) => {
      const sides = isOut(annotation.id) ? undefined : cardSidesOf({ ...annotation, deletedAt: annotation.deletedAt ?? undefined });
      if (sides === undefined) return [];
      const { front, back } = sidesOf(sides);
      const location = [`《${book.title}》 ${chapterLabel(annotation)}`, anchorLabel(annotation)].filter(Boolean).join(' · ');
      const source = `<br><br><small>${htmlOf(location)}</small>`;
      return [[annotation.id, deckOf(book.title), `${front}${source}`, back, tagsOf(annotation)].map(fieldOf).join('\t')];
    }),
  );
  return lines.length === 0 ? undefined : `${[...HEAD, ...lines].join('\n')}\n`;
};
