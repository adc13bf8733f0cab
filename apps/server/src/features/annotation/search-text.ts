/**
 * What the text search over one person's marks compares. A person has thousands of marks, not millions, so a plain substring search
 * over folded text is quick enough and finds everything; the folding is the catalogue's, so both searches take the same spellings.
 */
import { foldText } from '../media/text-index/fold-text.ts';

/** Half width, small letters, simplified characters; punctuation becomes a space. */
const fold = (text: string): string =>
  foldText(text)
    .map((unit) => (unit.joined ? unit.text : `${unit.text} `))
    .join('')
    .trim();

/** The folded text of a mark that a search looks through. */
export const searchTextOf = (mark: {
  readonly body: string;
  readonly tags: readonly string[];
  readonly chapterTitle: string;
  readonly target: { readonly quote: { readonly exact: string } };
}): string => fold([mark.body, mark.target.quote.exact, ...mark.tags, mark.chapterTitle].join('\n'));

/** The folded words of a search, all of which must occur. Of signs alone, which no folded text holds, nothing is found. */
export const searchWordsOf = (query: string): string[] => {
  if (query === '') return [];
  const words = fold(query).split(' ');
  return words[0] === '' ? [query] : words;
};
