/**
 * Colors Python listings while a book is built: `<code class="language-python">` gets `span` elements with classes that the book's style
 * sheet colors.
 */

const KEYWORDS = new Set(
  'False None True and as assert break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);
const BUILTINS = new Set(
  'dict enumerate filter float help input int len list map max min open print range reversed round set sorted str sum tuple type zip FileNotFoundError ValueError'.split(
    ' ',
  ),
);

/** Pattern of a token. Alternatives in the order in which they are tried: comment, string (triple quotes first), number, name. */
const TOKEN =
  /(#[^\n]*)|([rbf]?(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))|((?<![\p{L}\p{N}_])\d[\d_.]*)|([\p{L}_][\p{L}\p{N}_]*)/gu;

const unescapeXml = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const span = (kind: string, text: string): string => `<span class="tok-${kind}">${escapeXml(text)}</span>`;

const kindOfName = (name: string, before: string): string | undefined => {
  if (/\bdef\s+$/.test(before)) return 'function';
  if (before.endsWith('.')) return undefined;
  if (KEYWORDS.has(name)) return 'keyword';
  return BUILTINS.has(name) ? 'builtin' : undefined;
};

/** Returns Python code as XHTML with colored tokens. Its text content is the same as `code`. */
export const highlightPython = (code: string): string => {
  let result = '';
  let end = 0;
  for (const match of code.matchAll(TOKEN)) {
    result += escapeXml(code.slice(end, match.index));
    const [text, comment, string, number] = match;
    end = match.index + text.length;
    const kind =
      comment !== undefined
        ? 'comment'
        : string !== undefined
          ? 'string'
          : number !== undefined
            ? 'number'
            : kindOfName(text, code.slice(Math.max(0, match.index - 8), match.index));
    result += kind === undefined ? escapeXml(text) : span(kind, text);
  }
  return result + escapeXml(code.slice(end));
};

/** Returns the body of a document with all its Python listings colored. */
export const highlightListings = (body: string): string =>
  body.replace(
    /(<code class="language-python">)([^<]*)(<\/code>)/g,
    (_whole, open: string, code: string, close: string) => open + highlightPython(unescapeXml(code)) + close,
  );
