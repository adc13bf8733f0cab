/** Test support: parses served XHTML with an independent parser and proves that nothing in it executes or accesses anything outside. */
import { SaxesParser } from 'saxes';

const FORBIDDEN_ELEMENTS = new Set(
  'script iframe object embed applet form button select textarea base frame frameset portal dialog handler noscript template'.split(' '),
);
const SPACES = new Set(['http://www.w3.org/1999/xhtml', 'http://www.w3.org/2000/svg', 'http://www.w3.org/1998/Math/MathML']);
const LOADING = new Set([
  'src',
  'poster',
  'data',
  'background',
  'srcset',
  'action',
  'formaction',
  'ping',
  'srcdoc',
  'manifest',
  'cite',
  'longdesc',
]);
const RELATIVE = /^(?![a-z][a-z0-9+.-]*:|\/\/|\/)/i;
const SAFE_DATA = /^data:(?:image\/(?:png|jpe?g|gif|webp)|font\/|application\/(?:x-)?font)/i;

const DATA_SVG = /^data:image\/svg\+xml;base64,([\w+/=]+)$/;

/** Returns the reasons why a style sheet is harmful, after undoing CSS escapes. */
const cssHarm = (css: string): string[] => {
  const plain = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)))
    .replace(/\\/g, '')
    // `@namespace` rules are removed before the check: their address is only a name that nothing loads.
    .replace(/@namespace[^;]*;/gi, '');
  const harm: string[] = [];
  for (const match of plain.matchAll(/url\(\s*["']?([^"')]*)/gi)) {
    const address = match[1] ?? '';
    if (!RELATIVE.test(address) && !SAFE_DATA.test(address)) harm.push(`css address ${address}`);
  }
  for (const match of plain.matchAll(/@import\s*["']([^"']*)/gi)) if (!RELATIVE.test(match[1] ?? '')) harm.push(`css import ${match[1]}`);
  if (/expression\s*\(|-moz-binding|behavior\s*:/i.test(plain)) harm.push('css that runs');
  if (/image-set\(\s*["'](?:https?:)?\/\//i.test(plain)) harm.push('css image-set outside');
  return harm;
};

const attributeHarm = (element: string, name: string, value: string): string[] => {
  const local = name.toLowerCase().replace(/^.*:/, '');
  const tidy = [...value].filter((character) => character > ' ').join('');
  if (local.startsWith('on')) return [`handler ${name}`];
  if (local === 'style') return cssHarm(value);
  if (['ping', 'srcdoc', 'action', 'formaction', 'background', 'data', 'manifest', 'target', 'http-equiv', 'is'].includes(local))
    return [`attribute ${name}`];
  if (local === 'srcset')
    return tidy
      .split(',')
      .filter((part) => !RELATIVE.test(part))
      .map((part) => `srcset ${part}`);
  const drawing = (local === 'src' || (local === 'href' && element === 'image')) && DATA_SVG.exec(tidy)?.[1];
  // An SVG in an address is a document of its own: nothing in it may be harmful either.
  if (drawing) return findHarm(Buffer.from(drawing, 'base64').toString());
  if (LOADING.has(local)) return RELATIVE.test(tidy) || SAFE_DATA.test(tidy) ? [] : [`${name}=${value}`];
  if (local === 'href') {
    const isLink = element === 'a' || element === 'area';
    const allowed =
      RELATIVE.test(tidy) || (isLink && /^(?:https?|mailto|tel):/i.test(tidy)) || (element === 'image' && SAFE_DATA.test(tidy));
    return allowed ? [] : [`${element} href=${value}`];
  }
  if (local === 'attributename' && /href|^on/i.test(value)) return [`animation of ${value}`];
  if (!['title', 'alt', 'label', 'content', 'aria-label', 'alttext'].includes(local) && /url\s*\(\s*["']?\s*(?!["'#\s])/i.test(value))
    return [`${name}=${value}`];
  return [];
};

/** Returns everything harmful in the document; an empty list is the proof. Throws if the document is not well-formed. */
export const findHarm = (xhtml: string): string[] => {
  const harm: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  let inStyle = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => harm.push('document type'));
  parser.on('opentag', (tag) => {
    const name = tag.local.toLowerCase();
    if (!SPACES.has(tag.uri)) harm.push(`namespace ${tag.uri} of ${tag.name}`);
    if (FORBIDDEN_ELEMENTS.has(name)) harm.push(`element ${tag.name}`);
    if (name === 'meta' && Object.keys(tag.attributes).join() !== 'charset') harm.push('meta');
    if (name === 'input' && tag.attributes.disabled === undefined) harm.push('live input');
    if (name === 'link' && tag.attributes.rel?.value !== 'stylesheet') harm.push('link');
    for (const attribute of Object.values(tag.attributes)) {
      if (attribute.prefix !== 'xmlns' && attribute.name !== 'xmlns') harm.push(...attributeHarm(name, attribute.name, attribute.value));
    }
    if (name === 'style') inStyle = 'yes';
  });
  parser.on('closetag', () => {
    inStyle = '';
  });
  parser.on('text', (value) => {
    if (inStyle !== '') harm.push(...cssHarm(value));
  });
  parser.write(xhtml).close();
  return harm;
};
