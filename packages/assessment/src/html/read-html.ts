/** Reads the HTML of a text, which need not be well-formed, into a tree. Scripts and styles are left out. Pure. */
import type { XmlElement, XmlNode } from '../xml/xml-element.ts';

const VOID: ReadonlySet<string> = new Set(['br', 'img', 'hr', 'input', 'col', 'source', 'wbr', 'meta', 'link', 'area']);
const SKIPPED = /<(script|style|template)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->|<![^>]*>|<\?[^>]*>/gi;
/** Elements that end an open element of the same kind. */
const SIBLINGS: Readonly<Record<string, readonly string[]>> = {
  p: ['p'],
  li: ['li'],
  tr: ['tr', 'td', 'th'],
  td: ['td', 'th'],
  th: ['td', 'th'],
};
const BLOCKS: ReadonlySet<string> = new Set(['div', 'ul', 'ol', 'table', 'pre', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const DEPTH_MAX = 100;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ensp: '\u2002',
  emsp: '\u2003',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  middot: '·',
  times: '×',
  divide: '÷',
  plusmn: '±',
  deg: '°',
  le: '≤',
  ge: '≥',
  ne: '≠',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  alpha: 'α',
  beta: 'β',
  pi: 'π',
  infin: '∞',
  radic: '√',
  rarr: '→',
  larr: '←',
  sup2: '²',
  sup3: '³',
  copy: '©',
  euro: '€',
  laquo: '«',
  raquo: '»',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
  szlig: 'ß',
  ccedil: 'ç',
};

export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,30}));/gi, (all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? ENTITIES[name.toLowerCase()] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x1f && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : ' ';
  });

const ATTRIBUTE = /([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ''),
    ]),
  );

type Open = { name: string; attributes: Record<string, string>; children: XmlNode[] };

/** Returns the nodes of the text. */
export const readHtml = (html: string): XmlNode[] => {
  const root: Open = { name: '', attributes: {}, children: [] };
  const open: Open[] = [root];
  const add = (node: XmlNode): void => void (open.at(-1) ?? root).children.push(node);
  const close = (names: readonly string[]): void => {
    const at = open.findLastIndex(({ name }) => names.includes(name));
    if (at > 0) open.length = at;
  };
  const source = html.replace(SKIPPED, '');
  let last = 0;
  for (const match of source.matchAll(/<(\/?)([a-z][a-z0-9:-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi)) {
    if (match.index > last) add(decodeEntities(source.slice(last, match.index)));
    last = match.index + match[0].length;
    const name = (match[2] ?? '').toLowerCase();
    if (match[1] === '/') {
      if (!VOID.has(name)) close([name]);
      continue;
    }
    if (SIBLINGS[name] !== undefined) close(SIBLINGS[name]);
    if (BLOCKS.has(name)) close(['p']);
    const element: Open = { name, attributes: attributesOf(match[3] ?? ''), children: [] };
    add(element satisfies XmlElement);
    if (!VOID.has(name) && !/\/\s*$/.test(match[3] ?? '') && open.length < DEPTH_MAX) open.push(element);
  }
  if (last < source.length) add(decodeEntities(source.slice(last)));
  return root.children;
};
