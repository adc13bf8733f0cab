/** The text level of the GIFT format: escapes, comments, and the items of a file. Pure. */

/** Escaped characters are replaced by characters of the private use area, so that the syntax is found by plain searches. */
const ESCAPED = '~=#{}:';
const FIRST_PRIVATE = 0xe000;

export const hideEscapes = (text: string): string =>
  text.replace(/\\([~=#{}:\\n])/g, (_all, char: string) => {
    if (char === 'n') return '\n';
    return char === '\\' ? '\\' : String.fromCodePoint(FIRST_PRIVATE + ESCAPED.indexOf(char));
  });

/** Returns a text with its escaped characters, trimmed. */
export const showEscapes = (text: string): string =>
  text.replace(/[\ue000-\ue005]/g, (char) => ESCAPED[(char.codePointAt(0) ?? 0) - FIRST_PRIVATE] ?? '').trim();

export type GiftSource = { readonly line: number; readonly source: string };

/** Returns the items of a file: parted by empty lines, without comments and categories. */
export const giftItems = (text: string): GiftSource[] => {
  const items: { line: number; lines: string[] }[] = [];
  let isOpen = false;
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    if (line.trim() === '') {
      isOpen = false;
      continue;
    }
    if (/^\s*\/\//.test(line) || /^\s*\$CATEGORY:/i.test(line)) continue;
    if (isOpen) items.at(-1)?.lines.push(line);
    else items.push({ line: index + 1, lines: [line] });
    isOpen = true;
  }
  return items.map(({ line, lines }) => ({ line, source: lines.join('\n') }));
};
