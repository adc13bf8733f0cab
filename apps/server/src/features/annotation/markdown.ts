/** Text of people inside Markdown: shown as they wrote it, never taken as mark-up. Source: CommonMark 0.31, backslash escapes. */

/** Line breaks stay line breaks; indentation that would start a code block becomes one ideographic space. */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => {
      const body = line
        .replace(/^[ \t]+/, '')
        .replaceAll(/[\\`*_{}[\]<>#|~$!&]/g, '\\$&')
        .replace(/^([-+=])/, '\\$1')
        .replace(/^(\d{1,9})([.)])/, '$1\\$2');
      return /^[ \t]/.test(line) && body !== '' ? `\u3000${body}` : body.trimEnd();
    })
    .join('\n')
    .replaceAll(/([^\n])\n(?!\n|$)/g, '$1\\\n')
    .trim();

/** The text as a block quotation. */
export const quoteLines = (text: string): string =>
  escapeMarkdown(text)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
