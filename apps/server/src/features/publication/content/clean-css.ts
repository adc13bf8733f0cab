/**
 * Cleans a style sheet or a style attribute: nothing external, nothing that runs, old EPUB spellings replaced by standard ones.
 * Tolerant, with limits.
 */
import type { ImportFinding } from '@shufang/contract';
import {
  type Atrule,
  type CssNode,
  type Declaration,
  generate,
  ident,
  type List,
  type ListItem,
  parse,
  walk,
} from 'css-tree/dist/csstree.esm';
import type { Resolve } from './content-model.ts';
import { collectFindings, type FindingCollector } from './findings.ts';
import { isDataFont, isDataImage, relativeUrl, schemeOf, splitFragment, tidyReference } from './references.ts';

export interface CleanCssOptions {
  /** Publication path of the file that contains the CSS; addresses are written relative to it. */
  readonly href: string;
  /** What the text is: a style sheet (default) or the declarations of one `style` attribute. */
  readonly context?: 'stylesheet' | 'declarationList';
}

export interface CleanedCss {
  readonly css: string;
  /** Publication paths of the images, fonts and imported style sheets that the CSS uses. */
  readonly uses: string[];
  readonly findings: ImportFinding[];
}

/** The maximum length of a style sheet in a book; a longer one is removed. */
export const CSS_CHARS_MAX = 4_000_000;
const AT_RULES = new Set(
  'font-face media supports namespace import keyframes -webkit-keyframes layer container counter-style font-feature-values property scope'.split(
    ' ',
  ),
);
const RUNNING = new Set(['behavior', '-moz-binding', '-ms-behavior', 'binding']);
/** Text of a value that the parser could not read stays only when nothing in it can be an address. */
const SUSPICIOUS = /url|src|image|expression|javascript|\/\/|\\|@|[<{}]/i;

const EPUB_NAMES: Readonly<Record<string, string>> = {
  '-epub-text-combine': 'text-combine-upright',
  '-epub-text-combine-horizontal': 'text-combine-upright',
  '-webkit-text-combine': 'text-combine-upright',
};
const EPUB_PROPERTIES = new Set(
  'writing-mode text-orientation text-emphasis text-emphasis-style text-emphasis-color text-emphasis-position hyphens line-break word-break ruby-position text-align-last text-transform text-underline-position text-combine-upright'.split(
    ' ',
  ),
);
const OLD_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'text-combine-upright': { horizontal: 'all' },
  'text-orientation': { 'vertical-right': 'mixed', 'rotate-right': 'sideways', 'sideways-right': 'sideways' },
  'ruby-position': { before: 'over', after: 'under' },
  'writing-mode': { 'tb-rl': 'vertical-rl', 'tb-lr': 'vertical-lr' },
};

interface Cleaning {
  readonly resolve: Resolve;
  readonly href: string;
  readonly uses: Set<string>;
  readonly findings: FindingCollector;
}

/** Returns the address to write for a reference, or undefined when the reference must not load anything. */
const cleanUrl = (raw: string, cleaning: Cleaning, purpose: 'picture' | 'font' | 'import'): string | undefined => {
  const reference = tidyReference(raw);
  if (reference === '') return undefined;
  if (reference.startsWith('#')) return purpose === 'picture' ? reference : undefined;
  const scheme = schemeOf(reference);
  if (scheme === 'data:') {
    if (purpose === 'picture' ? isDataImage(reference) : purpose === 'font' && isDataFont(reference)) return reference;
    cleaning.findings.add('css.unsafe');
    return undefined;
  }
  const { path, fragment } = splitFragment(reference);
  const outside = scheme !== undefined || reference.startsWith('//');
  const target = outside ? undefined : cleaning.resolve(path);
  if (target?.kind === 'resource') {
    cleaning.uses.add(target.href);
    return relativeUrl(cleaning.href, target.href) + (fragment === undefined ? '' : `#${encodeURIComponent(fragment)}`);
  }
  if (target?.kind === 'missing') cleaning.findings.add('css.missing');
  else if (scheme !== undefined && scheme !== 'http:' && scheme !== 'https:') cleaning.findings.add('css.unsafe');
  else cleaning.findings.add(purpose === 'font' ? 'external.font' : purpose === 'import' ? 'external.style' : 'external.image');
  return undefined;
};

const propertyName = (node: Declaration): string => ident.decode(node.property).toLowerCase();

const modernizeProperty = (node: Declaration, findings: FindingCollector): void => {
  const name = propertyName(node);
  let standard = Object.hasOwn(EPUB_NAMES, name) ? EPUB_NAMES[name] : undefined;
  if (standard === undefined && name.startsWith('-epub-')) {
    const plain = name.slice(6);
    if (EPUB_PROPERTIES.has(plain)) standard = plain;
  }
  if (standard !== undefined) {
    node.property = standard;
    findings.add('css.epubPrefix');
  }
  const values = OLD_VALUES[standard ?? name];
  if (!values || node.value.type !== 'Value') return;
  node.value.children.forEach((part) => {
    if (part.type === 'Identifier') part.name = (Object.hasOwn(values, part.name) ? values[part.name] : undefined) ?? part.name;
  });
};

/**
 * Functions and values allowed in a function that takes a string as an address. All others are refused: `var()`, `env()` and `attr()`
 * would insert a string that is plain text elsewhere and was not cleaned.
 */
const IMAGE_FUNCTIONS = new Set(
  'url type image-set -webkit-image-set image cross-fade -webkit-cross-fade linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient -webkit-linear-gradient -webkit-radial-gradient calc min max clamp rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark'.split(
    ' ',
  ),
);

const hasSubstitution = (picture: CssNode): boolean => {
  let found = false;
  walk(picture, {
    enter(part: CssNode) {
      if (part.type === 'Raw' || (part.type === 'Function' && !IMAGE_FUNCTIONS.has(part.name.toLowerCase()))) found = true;
    },
  });
  return found;
};

/** Rewrites the addresses of a declaration in place. Returns true if the declaration stays. */
const cleanDeclaration = (node: Declaration, cleaning: Cleaning, inFontFace: boolean): boolean => {
  const name = propertyName(node);
  if (RUNNING.has(name)) {
    cleaning.findings.add('css.unsafe');
    return false;
  }
  if (node.value.type === 'Raw') {
    if (!SUSPICIOUS.test(node.value.value)) return true;
    cleaning.findings.add('css.unsafe');
    return false;
  }
  modernizeProperty(node, cleaning.findings);
  let keep = true;
  let addresses = 0;
  let isInvalid = 0;
  const purpose = inFontFace && name === 'src' ? 'font' : 'picture';
  const stringsAreAddresses: CssNode[] = [];
  walk(node.value, {
    enter(part: CssNode) {
      if (part.type === 'Function') {
        const functionName = part.name.toLowerCase();
        if (
          functionName.includes('\\') ||
          functionName === 'expression' ||
          functionName === 'src' ||
          functionName === 'element' ||
          functionName === 'attr'
        ) {
          if (functionName !== 'attr') {
            cleaning.findings.add('css.unsafe');
            keep = false;
          }
        } else if (functionName.endsWith('image-set') || functionName.endsWith('image') || functionName.endsWith('cross-fade')) {
          part.children.forEach((child) => {
            if (child.type === 'String') stringsAreAddresses.push(child);
          });
          if (hasSubstitution(part)) {
            cleaning.findings.add('css.unsafe');
            keep = false;
          }
        }
      } else if (part.type === 'Url' || (part.type === 'String' && stringsAreAddresses.includes(part))) {
        addresses++;
        const written = cleanUrl(part.value, cleaning, purpose);
        if (written === undefined) isInvalid++;
        else part.value = written;
        if (written === undefined) part.value = 'about:invalid';
      } else if (part.type === 'Raw' && SUSPICIOUS.test(part.value)) {
        cleaning.findings.add('css.unsafe');
        keep = false;
      }
    },
  });
  if (isInvalid > 0 && purpose === 'font') {
    dropMissingFontSources(node);
    return keep && node.value.children.size > 0;
  }
  if (name === 'position') {
    node.value.children.forEach((part) => {
      if (part.type === 'Identifier' && part.name.toLowerCase() === 'fixed') part.name = 'absolute';
    });
  }
  // If one of several images is invalid, the whole declaration is dropped, so that a browser never requests a wrong address.
  return keep && (addresses === 0 || isInvalid === 0);
};

/** Removes the sources of a font that cannot be loaded: `src: url(missing) format(x), local(y), url(a)` keeps the last two. */
const dropMissingFontSources = (node: Declaration): void => {
  if (node.value.type !== 'Value') return;
  const sources: CssNode[][] = [];
  let source: CssNode[] = [];
  const close = () => {
    if (source.length > 0 && !source.some((part) => part.type === 'Url' && part.value === 'about:invalid')) sources.push(source);
    source = [];
  };
  node.value.children.forEach((part) => {
    if (part.type === 'Operator' && part.value === ',') close();
    else source.push(part);
  });
  close();
  node.value.children.clear();
  sources.forEach((parts, index) => {
    if (index > 0 && node.value.type === 'Value') node.value.children.appendData({ type: 'Operator', value: ',' });
    for (const part of parts) if (node.value.type === 'Value') node.value.children.appendData(part);
  });
};

const cleanImport = (node: Atrule, cleaning: Cleaning): boolean => {
  if (node.prelude?.type !== 'AtrulePrelude') return false;
  const first = node.prelude.children.first;
  if (first?.type !== 'Url' && first?.type !== 'String') return false;
  const written = cleanUrl(first.value, cleaning, 'import');
  if (written === undefined) return false;
  first.value = written;
  return true;
};

const keepAtRule = (node: Atrule, cleaning: Cleaning): boolean => {
  const name = node.name.toLowerCase();
  if (name === 'charset' || name === 'page') return false;
  if (!AT_RULES.has(name)) {
    cleaning.findings.add('css.unsafe');
    return false;
  }
  if (name === 'import') return cleanImport(node, cleaning);
  if (name !== 'namespace' && node.prelude?.type === 'Raw' && SUSPICIOUS.test(node.prelude.value)) {
    cleaning.findings.add('css.unsafe');
    return false;
  }
  return true;
};

const cleanTree = (ast: CssNode, cleaning: Cleaning): void => {
  const removals: [List<CssNode>, ListItem<CssNode>][] = [];
  walk(ast, {
    enter(this: { atrule: Atrule | null }, node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      let keep = true;
      if (node.type === 'Declaration') keep = cleanDeclaration(node, cleaning, this.atrule?.name.toLowerCase() === 'font-face');
      else if (node.type === 'Atrule') keep = keepAtRule(node, cleaning);
      else if (node.type === 'Raw' && list) keep = !SUSPICIOUS.test(node.value);
      else if (node.type === 'AttributeSelector' && /^[\w-]+\|type$/.test(node.name.name)) node.name.name = 'data-epub-type';
      else if (node.type === 'Comment' || node.type === 'CDO' || node.type === 'CDC') keep = false;
      if (!keep && item && list) removals.push([list, item]);
    },
  });
  for (const [list, item] of removals) list.remove(item);
};

/** Cleans CSS. Unreadable parts are removed; the result never contains `</`, so it cannot close a style element. */
export const cleanCss = (css: string, resolve: Resolve, options: CleanCssOptions): CleanedCss => {
  const findings = collectFindings(options.href);
  const uses = new Set<string>();
  const context = options.context ?? 'stylesheet';
  if (css.length > CSS_CHARS_MAX) {
    findings.add('css.unreadable');
    return { css: '', uses: [], findings: findings.list() };
  }
  let out: string;
  try {
    const ast = parse(css.replace(/<!--|-->/g, ' '), { context, parseCustomProperty: true, positions: false });
    cleanTree(ast, { resolve, href: options.href, uses, findings });
    out = generate(ast);
  } catch (error) {
    // The parser throws a `RangeError` if absurd nesting overflows its stack, and a syntax error for a rule from which it cannot recover.
    if (!(error instanceof RangeError) && !(error instanceof SyntaxError)) throw error;
    findings.add('css.unreadable');
    return { css: '', uses: [], findings: findings.list() };
  }
  return { css: out.replace(/<(?=[/!])/g, '\\3c '), uses: [...uses], findings: findings.list() };
};
