/** Text as XML can hold it: whole characters, no control characters but tab and line ends, and not the two code points XML has no place for. */
export const xmlText = (text: string): string =>
  text.toWellFormed().replaceAll(/[\p{Cc}\ufffe\uffff]/gu, (character) => (/[\t\n\r]/.test(character) ? character : ''));
