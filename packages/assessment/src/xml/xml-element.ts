/** XML as a tree, and how to write and search it. Pure. */

export interface XmlElement {
  /** Name as it is written, with its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

/** A text, or an element. */
export type XmlNode = string | XmlElement;

/** Returns an element; attributes that are undefined are left out. */
export const xmlElement = (
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...children: readonly XmlNode[]
): XmlElement => ({
  name,
  attributes: Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)] as const])),
  ),
  children,
});

/** Returns the name without its prefix. */
export const localName = ({ name }: { readonly name: string }): string => name.slice(name.indexOf(':') + 1);

export const elementsOf = ({ children }: XmlElement): XmlElement[] => children.filter((child) => typeof child !== 'string');

/** Returns the children of a name without prefix. */
export const childrenNamed = (element: XmlElement, name: string): XmlElement[] =>
  elementsOf(element).filter((child) => localName(child) === name);

export const childNamed = (element: XmlElement, name: string): XmlElement | undefined => childrenNamed(element, name)[0];

/** Returns all elements of a name without prefix, in document order. */
export const descendantsNamed = (element: XmlElement, name: string): XmlElement[] =>
  elementsOf(element).flatMap((child) => [...(localName(child) === name ? [child] : []), ...descendantsNamed(child, name)]);

export const xmlTextOf = (node: XmlNode): string => (typeof node === 'string' ? node : node.children.map(xmlTextOf).join(''));

/** Characters that XML 1.0 cannot contain. */
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const escapeText = (text: string): string =>
  text
    .replace(FORBIDDEN, '')
    .replace(/[&<>\r]/g, (char) => (char === '\r' ? '&#13;' : char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'));

const escapeValue = (text: string): string =>
  escapeText(text).replace(/["\n\t]/g, (char) => (char === '"' ? '&quot;' : char === '\n' ? '&#10;' : '&#9;'));

const writeInto = (node: XmlNode, parts: string[]): void => {
  if (typeof node === 'string') {
    parts.push(escapeText(node));
    return;
  }
  parts.push('<', node.name);
  for (const [name, value] of Object.entries(node.attributes)) parts.push(' ', name, '="', escapeValue(value), '"');
  if (node.children.length === 0) {
    parts.push('/>');
    return;
  }
  parts.push('>');
  for (const child of node.children) writeInto(child, parts);
  parts.push('</', node.name, '>');
};

/** Returns the element as text, without a declaration. */
export const writeElement = (element: XmlElement): string => {
  const parts: string[] = [];
  writeInto(element, parts);
  return parts.join('');
};

/** Returns the document with its declaration. */
export const writeXml = (root: XmlElement): string => `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root)}\n`;
