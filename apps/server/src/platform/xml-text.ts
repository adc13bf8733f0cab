/** Removes characters that XML does not allow: lone surrogates, control characters except tab and line ends, U+FFFE and U+FFFF. */
export const xmlText = (text: string): string =>
  text.toWellFormed().replaceAll(/[\p{Cc}\ufffe\uffff]/gu, (character) => (/[\t\n\r]/.test(character) ? character : ''));
