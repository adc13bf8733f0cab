/** Escapes text of users for Markdown, so that it is shown as written and never interpreted. Source: CommonMark 0.31, backslash escapes. */

/** Escapes a text. Line breaks stay line breaks; indentation that would start a code block becomes one ideographic space. */
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

/** Returns the text, escaped, as a block quotation. */
export const quoteLines = (text: string): string =>
  escapeMarkdown(text)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
