/** Parses markup into the tree: strict XML first; markup that is not well-formed is parsed as HTML and reported. */
import { type DefaultTreeAdapterTypes, parseFragment, parse as parseHtml } from 'parse5';
import { SaxesParser } from 'saxes';
import { append, type ElementNode, element, type Namespace, text } from './content-tree.ts';
import type { FindingCollector } from './findings.ts';

/**
 * Maximum depth of elements; deeper ones are flattened into the 256th level. No author nests deeper, and functions on the tree may
 * recurse.
 */
const DEPTH_MAX = 256;
const ATTRIBUTES_MAX = 256;
const ENTITY_NAMES_MAX = 4_096;

const NAMESPACES: Readonly<Record<string, Namespace>> = {
  'http://www.w3.org/1999/xhtml': 'html',
  'http://www.w3.org/2000/svg': 'svg',
  'http://www.w3.org/1998/Math/MathML': 'mathml',
};
const ATTRIBUTE_PREFIXES: Readonly<Record<string, string>> = {
  'http://www.w3.org/1999/xlink': 'xlink:',
  'http://www.idpf.org/2007/ops': 'epub:',
  'http://www.w3.org/XML/1998/namespace': 'xml:',
};
const EPUB_OPS = 'http://www.idpf.org/2007/ops';
/** Namespace prefixes that books use without declaring them. */
const USUAL_PREFIXES: Readonly<Record<string, string>> = {
  xml: 'http://www.w3.org/XML/1998/namespace',
  xlink: 'http://www.w3.org/1999/xlink',
  epub: EPUB_OPS,
  m: 'http://www.w3.org/1998/Math/MathML',
  mml: 'http://www.w3.org/1998/Math/MathML',
  svg: 'http://www.w3.org/2000/svg',
};

export interface ParsedMarkup {
  readonly root: ElementNode;
  /** The addresses in `<?xml-stylesheet href="…"?>`. */
  readonly styleSheets: readonly string[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML 1.0 forbids
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const stripForbidden = (value: string): string => value.replace(FORBIDDEN, '').toWellFormed();

const namedEntities = new Map<string, string | undefined>();
/** Returns the characters of an HTML entity, from parse5's table. */
const decodeNamedEntity = (name: string): string | undefined => {
  if (!namedEntities.has(name)) {
    if (namedEntities.size > ENTITY_NAMES_MAX) namedEntities.clear();
    const first = parseFragment(`&${name};`).childNodes[0];
    const value = first && 'value' in first ? first.value : '';
    namedEntities.set(name, value === `&${name};` || value === '' || value.endsWith(';') ? undefined : value);
  }
  return namedEntities.get(name);
};

/** Builds the tree from a stack of open elements; beyond the depth limit an element becomes a child of the deepest allowed one. */
class TreeBuilder {
  readonly root: ElementNode;
  private readonly open: ElementNode[];
  private readonly findings: FindingCollector;
  private excess = 0;
  constructor(findings: FindingCollector) {
    this.root = element('other', '#document');
    this.open = [this.root];
    this.findings = findings;
  }
  get current(): ElementNode {
    return this.open.at(-1) ?? this.root;
  }
  start(node: ElementNode): void {
    append(this.current, node);
    if (this.open.length > DEPTH_MAX) {
      this.excess++;
      if (this.excess === 1) this.findings.add('xml.tooDeep', node.line);
      return;
    }
    this.open.push(node);
  }
  end(): void {
    if (this.excess > 0) this.excess--;
    else if (this.open.length > 1) this.open.pop();
  }
  text(value: string): void {
    append(this.current, text(value));
  }
}

class NotWellFormed extends Error {
  readonly line: number;
  constructor(line: number) {
    super('not well-formed');
    this.line = line;
  }
}

type Scope = Readonly<Record<string, string>>;

const declareNamespaces = (attributes: Readonly<Record<string, string>>, scope: Scope): Scope => {
  let inner: Record<string, string> | undefined;
  for (const name in attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    inner ??= { ...scope };
    inner[name === 'xmlns' ? '' : name.slice(6)] = attributes[name] ?? '';
  }
  return inner ?? scope;
};

const splitName = (name: string): [string, string] => {
  const at = name.indexOf(':');
  return at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)];
};

const elementName = (qualified: string, scope: Scope): [Namespace, string] => {
  const [prefix, local] = splitName(qualified);
  const uri = scope[prefix] ?? USUAL_PREFIXES[prefix] ?? '';
  if (uri === EPUB_OPS) return ['html', `epub:${local.toLowerCase()}`];
  const namespace = NAMESPACES[uri] ?? (prefix === '' && uri === '' ? 'html' : 'other');
  return [namespace, namespace === 'html' ? local.toLowerCase() : local];
};

const attributeName = (qualified: string, scope: Scope): string | undefined => {
  if (!qualified.includes(':')) return qualified === 'xmlns' ? undefined : qualified;
  const [prefix, local] = splitName(qualified);
  if (prefix === 'xmlns') return undefined;
  const canonical = ATTRIBUTE_PREFIXES[scope[prefix] ?? USUAL_PREFIXES[prefix] ?? ''];
  return canonical === undefined ? undefined : canonical + local;
};

const parseStrictly = (markup: string, findings: FindingCollector): ParsedMarkup => {
  const builder = new TreeBuilder(findings);
  const styleSheets: string[] = [];
  const parser = new SaxesParser({ xmlns: false });
  let undefinedEntities = 0;
  let names = 0;
  for (const name of new Set(Array.from(markup.matchAll(/&([A-Za-z][\w.-]{0,40});/g), (match) => match[1] ?? ''))) {
    if (Object.hasOwn(parser.ENTITIES, name)) continue;
    // A file with thousands of entity names is not a book. The names are not declared, so that the first unknown name ends strict parsing.
    if (++names > ENTITY_NAMES_MAX) break;
    const value = decodeNamedEntity(name);
    if (value === undefined) undefinedEntities++;
    parser.ENTITIES[name] = value ?? `&${name};`;
  }
  if (undefinedEntities > 0) findings.add('xml.entityUndefined', undefined, undefinedEntities);
  let scope: Scope = {};
  const scopes: Scope[] = [];
  parser.on('error', () => {
    throw new NotWellFormed(parser.line);
  });
  parser.on('opentag', (tag) => {
    scopes.push(scope);
    scope = declareNamespaces(tag.attributes, scope);
    const [namespace, name] = elementName(tag.name, scope);
    const node = element(namespace, name);
    node.line = parser.line;
    let count = 0;
    for (const qualified in tag.attributes) {
      if (++count > ATTRIBUTES_MAX) {
        findings.add('xml.tooManyAttributes', parser.line);
        break;
      }
      const canonical = attributeName(qualified, scope);
      if (canonical !== undefined) node.attributes.set(canonical, tag.attributes[qualified] ?? '');
    }
    builder.start(node);
  });
  parser.on('closetag', () => {
    scope = scopes.pop() ?? {};
    builder.end();
  });
  parser.on('text', (value) => builder.text(value));
  parser.on('cdata', (value) => builder.text(value));
  parser.on('processinginstruction', ({ target, body }) => {
    const href = target === 'xml-stylesheet' ? /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(body) : null;
    if (href) styleSheets.push(href[1] ?? href[2] ?? '');
  });
  parser.write(markup).close();
  const root = builder.root.children.find((child): child is ElementNode => child.kind === 'element');
  if (!root) throw new NotWellFormed(1);
  return { root, styleSheets };
};

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Replaces CDATA sections by escaped text in one pass, however many there are and whether or not they are closed. */
const withoutCdata = (markup: string): string => {
  const parts = markup.split('<![CDATA[');
  return parts
    .map((part, index) => {
      const end = index === 0 ? -1 : part.indexOf(']]>');
      return end < 0 ? part : part.slice(0, end).replace(/&/g, '&amp;').replace(/</g, '&lt;') + part.slice(end + 3);
    })
    .join('');
};

/** Removes XML-only syntax that an HTML parser would misread (`<title/>` would consume the rest of the file). */
const prepareForHtml = (markup: string): string => {
  let html = withoutCdata(markup)
    .replace(/^\s*<\?xml[^>]*>/, '')
    .replace(/<(\/?)(?:m|mml|math|svg|xhtml|html|h):(?=[A-Za-z])/g, '<$1')
    .replace(/<([A-Za-z][\w:.-]*)((?:\s[^<>]*)?)\/>/g, (whole, name: string, rest: string) =>
      VOID.has(name.toLowerCase()) ? whole : `<${name}${rest}></${name}>`,
    );
  for (const name of ['title', 'textarea', 'style', 'script', 'xmp', 'iframe', 'noembed', 'noframes']) {
    const opening = new RegExp(`<${name}(?:\\s[^<>]*)?>`, 'i');
    if (opening.test(html) && !new RegExp(`</${name}`, 'i').test(html)) {
      html = html.replace(new RegExp(`(${opening.source}[^<]*)`, 'i'), `$1</${name}>`);
    }
  }
  return html;
};

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

const htmlElement = (node: DefaultTreeAdapterTypes.Element, findings: FindingCollector): ElementNode => {
  const result = element(NAMESPACES[node.namespaceURI] ?? 'other', node.tagName);
  result.line = node.sourceCodeLocation?.startLine ?? 0;
  if (node.attrs.length > ATTRIBUTES_MAX) findings.add('xml.tooManyAttributes', result.line);
  for (const { prefix, name, value } of node.attrs.slice(0, ATTRIBUTES_MAX)) {
    if (name === 'xmlns' || prefix === 'xmlns' || name.startsWith('xmlns:')) continue;
    const qualified = prefix ? `${prefix}:${name}` : name;
    const canonical = qualified.includes(':') ? attributeName(qualified, {}) : qualified;
    if (canonical !== undefined) result.attributes.set(canonical, stripForbidden(value));
  }
  return result;
};

const parseLikeBrowser = (markup: string, findings: FindingCollector): ParsedMarkup => {
  const builder = new TreeBuilder(findings);
  const document = parseHtml(prepareForHtml(markup), { sourceCodeLocationInfo: true, scriptingEnabled: false });
  const pending: (HtmlNode | 'end')[] = document.childNodes.toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === 'end') builder.end();
    else if ('tagName' in node) {
      builder.start(htmlElement(node, findings));
      pending.push('end');
      for (let i = node.childNodes.length - 1; i >= 0; i--) {
        const child = node.childNodes[i];
        if (child) pending.push(child);
      }
    } else if (node.nodeName === '#text' && 'value' in node) builder.text(stripForbidden(node.value));
  }
  const root = builder.root.children.find((child): child is ElementNode => child.kind === 'element');
  return { root: root ?? element('html', 'html'), styleSheets: [] };
};

/** Parses any markup into a tree. Never throws because of the markup; never reads anything but the text. */
export const parseMarkup = (source: string, findings: FindingCollector): ParsedMarkup => {
  const markup = stripForbidden(source);
  if (markup.length !== source.length) findings.add('xml.controlCharacters', undefined, source.length - markup.length);
  try {
    return parseStrictly(markup.charCodeAt(0) === 0xfeff ? markup.slice(1) : markup, findings);
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error;
    findings.add('xml.repaired', error.line);
    return parseLikeBrowser(markup, findings);
  }
};
