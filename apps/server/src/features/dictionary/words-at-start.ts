/** The words with which a text can begin. Pure. */

/** Maximum number of characters of a word that is looked up. */
const WORD_LENGTH_MAX = 20;

const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{Script=Latin}\p{N}'’]/u.test(character);

/**
 * Returns all beginnings of a text, in lower case: in Chinese each of up to 20 characters, in Latin letters only whole words, because “a” is no
 * word of “apple”.
 */
export const wordsAtStart = (text: string): string[] => {
  const characters = [...text.trim().toLowerCase()];
  const words: string[] = [];
  let chinese = 0;
  for (const [index, character] of characters.entries()) {
    if (!isLetter(character)) chinese += 1;
    if (chinese > WORD_LENGTH_MAX) break;
    if (isLetter(character) && isLetter(characters[index + 1])) continue;
    words.push(
      characters
        .slice(0, index + 1)
        .join('')
        .trim(),
    );
  }
  return [...new Set(words)].filter(Boolean);
};
