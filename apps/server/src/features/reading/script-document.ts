/**
 * Prepares an original document with scripts for its frame: the bridge runs before every other script of it, and no frame is made of a text.
 * The document is sent as XML, so the place of the root element follows from the syntax of XML alone. Pure.
 */

/** What may precede the root element: byte order mark, declaration, comments, processing instructions, and a DOCTYPE without entities. */
const PROLOG = /^\uFEFF?(?:\s|<!--(?:(?!--)[\s\S])*-->|<\?(?!xml-stylesheet)[\s\S]*?\?>|<!DOCTYPE[^[\]<>]*>)*/;
const ROOT = /^<(?:[A-Za-z_][\w.-]*:)?(html|svg)(?=[\s>])(?:\s+[^\s<>="'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*>/;

/** Returns the document with the bridge as its first script; undefined if it is not of the expected form, and must not be shown. */
export const prepareScriptDocument = (source: string, bridgeUrl: string): string | undefined => {
  const prolog = PROLOG.exec(source)?.[0] ?? '';
  const [root, kind] = ROOT.exec(source.slice(prolog.length)) ?? [];
  if (root === undefined) return undefined;
  const start = prolog.length + root.length;
  const bridge =
    kind === 'svg'
      ? `<script xmlns="http://www.w3.org/2000/svg" href="${bridgeUrl}"></script>`
      : `<script xmlns="http://www.w3.org/1999/xhtml" src="${bridgeUrl}"></script>`;
  // The document of such a frame would have no bridge.
  const rest = source.slice(start).replaceAll(/srcdoc/gi, 'data-srcdoc');
  return source.slice(0, start) + bridge + rest;
};
