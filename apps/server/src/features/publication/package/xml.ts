/**
 * Parses the small XML files of a package (container, package document, navigation) into a plain tree. Reads no DTD and resolves no
 * entity; harmless errors are repaired and reported.
 */
import { SaxesParser } from 'saxes';
import { decodeText } from '../content/decode-text.ts';
import { collectFindings } from '../content/findings.ts';
import type { Findings } from '../findings.ts';
import { ImportRefusal } from '../import-refusal.ts';

export interface XmlElement {
  /** Name of the element without prefix, in lower case. */
  readonly name: string;
  /** The prefix of the element's name, e.g. `dc` of `dc:title`; empty without one. */
  readonly prefix: string;
  /** Attributes by name as written, with prefix (`xml:lang`, `opf:role`, `epub:type`). */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
  /** Line of the element in the file, from 1. */
  readonly line: number;
}
export type XmlNode = XmlElement | string;

const DEPTH_MAX = 3_000;
const PACKAGE_FILE_BYTES_MAX = 32 * 1_048_576;
/** Named entities that old books use without declaring them. */
const FORGIVEN_ENTITIES = {
  nbsp: ' ',
  copy: '©',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  middot: '·',
};

/** Parses a file. Returns undefined if it contains no element. */
export const parseXml = (bytes: Uint8Array, path: string, findings: Findings): XmlElement | undefined => {
  if (bytes.length > PACKAGE_FILE_BYTES_MAX) throw new ImportRefusal('package.tooLarge', '出版物的目录文件过大', { path });
  const parser = new SaxesParser({ position: true, xmlns: false });
  const roots: XmlElement[] = [];
  const open: XmlElement[] = [];
  let reported = false;
  const addFinding = (): void => {
    if (reported) return;
    reported = true;
    findings.add({ severity: 'repaired', code: 'xml.repaired', message: 'XML 格式不规范，已按可读内容修复', path, line: parser.line });
  };
  Object.assign(parser.ENTITIES, FORGIVEN_ENTITIES);
  parser.on('error', addFinding);
  parser.on('doctype', (doctype) => refuseEntities(doctype, path, parser.line));
  parser.on('opentag', (tag) => {
    const [local = '', prefix = ''] = tag.name.split(':').toReversed();
    const element: XmlElement = {
      name: local.toLowerCase(),
      prefix: prefix.toLowerCase(),
      attributes: tag.attributes as Record<string, string>,
      children: [],
      line: parser.line,
    };
    if (open.length >= DEPTH_MAX) throw new ImportRefusal('xml.tooDeep', 'XML 嵌套层数过多', { path, line: parser.line });
    (open.at(-1)?.children ?? roots).push(element);
    if (!tag.isSelfClosing) open.push(element);
  });
  parser.on('closetag', (tag) => {
    if (!tag.isSelfClosing) open.pop();
  });
  const addText = (text: string): void => {
    open.at(-1)?.children.push(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  const collected = collectFindings(path);
  const text = decodeText(bytes, collected);
  findings.addAll(collected.list());
  parser.write(text).close();
  return roots[0];
};

const KNOWN_DTD = /^(?:about:legacy-compat|https?:\/\/(?:www\.)?(?:w3\.org|idpf\.org|daisy\.org|openebook\.org)\/.*|[\w.-]+\.dtd|)$/i;

/**
 * [Note: entities] Refuses the book if the DOCTYPE declares an external, parameter or nested entity, or names a DTD at an address that is
 * not a standard's own (XXE, billion laughs). A DTD given only by file name, and entities that stand for plain text, are allowed.
 * `doctype`: the text after `<!DOCTYPE`.
 */
export const refuseEntities = (doctype: string, path: string, line?: number): void => {
  const refuse = (): never => {
    throw new ImportRefusal('xml.entity', '文件内声明了外部实体或嵌套实体，存在安全风险', { path, line });
  };
  const external = /^\s*[^\s[>]+\s+(?:SYSTEM\s*|PUBLIC\s*(?:"[^"]*"|'[^']*')\s*)(?:"([^"]*)"|'([^']*)')/i.exec(doctype);
  if (external && !KNOWN_DTD.test((external[1] ?? external[2] ?? '').trim())) refuse();
  for (const [, parameter, value = ''] of doctype.matchAll(/<!ENTITY\s+(%\s+)?[^\s>]+\s*([^>]*)>/gi)) {
    if (parameter !== undefined || /^(?:SYSTEM|PUBLIC)\b/i.test(value) || /&[^#]/.test(value)) refuse();
  }
};

const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string';

export const childElements = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter(isElement).filter((child) => name === undefined || child.name === name);

export const firstChild = (element: XmlElement | undefined, name: string): XmlElement | undefined => childElements(element, name)[0];

/** Returns all descendant elements in document order. */
export function* descendants(element: XmlElement): Generator<XmlElement> {
  const pending = childElements(element).toReversed();
  for (let next = pending.pop(); next; next = pending.pop()) {
    yield next;
    pending.push(...childElements(next).toReversed());
  }
}

export const attribute = (element: XmlElement, name: string): string | undefined => {
  const value = element.attributes[name]?.trim();
  return value === '' ? undefined : value;
};

/** Returns the text of an element with white space collapsed, without ruby readings, with the alternative text of images. */
export const textOf = (element: XmlElement): string => rawText(element).replaceAll(/\s+/g, ' ').trim();

const rawText = (element: XmlElement): string =>
  element.children
    .map((child) => {
      if (!isElement(child)) return child;
      if (child.name === 'rt' || child.name === 'rp') return '';
      if (child.name === 'img') return child.attributes['alt'] ?? '';
      return child.name === 'br' ? ' ' : rawText(child);
    })
    .join('');
