/** Serializes the tree as well-formed XHTML: default namespaces declared where they change, nothing else added. */
import type { ContentNode, ElementNode, Namespace } from './content-tree.ts';

const XMLNS: Readonly<Record<Namespace, string>> = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  mathml: 'http://www.w3.org/1998/Math/MathML',
  other: '',
};
/** Elements written as `<br/>`; all others get an end tag, so that HTML parsers read the same. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const escapeOf = (character: string): string => ESCAPES[character] ?? character;
export const escapeText = (value: string): string => (/[&<>\r]/.test(value) ? value.replace(/[&<>\r]/g, escapeOf) : value);
export const escapeAttribute = (value: string): string => (/[&<>"\t\n\r]/.test(value) ? value.replace(/[&<>"\t\n\r]/g, escapeOf) : value);

/** Hooks of the serializer: additional or changed attributes, and the children to write. */
export interface SerializeOptions {
  readonly attributesOf?: (node: ElementNode) => Iterable<readonly [string, string]>;
  readonly childrenOf?: (node: ElementNode) => readonly ContentNode[];
}

const hasXlink = (attributes: readonly (readonly [string, string])[]): boolean => attributes.some(([name]) => name.startsWith('xlink:'));

/** Appends the markup of `node` to `out`. `around` is the default namespace in force. */
export const serialize = (node: ContentNode, out: string[], options: SerializeOptions = {}, around?: Namespace): void => {
  if (node.kind === 'text') {
    out.push(escapeText(node.text));
    return;
  }
  const attributes = [...(options.attributesOf?.(node) ?? node.attributes)];
  let tag = `<${node.name}`;
  if (node.namespace !== around) tag += ` xmlns="${XMLNS[node.namespace]}"`;
  if (hasXlink(attributes)) tag += ' xmlns:xlink="http://www.w3.org/1999/xlink"';
  for (const [name, value] of attributes) tag += ` ${name}="${escapeAttribute(value)}"`;
  const children = options.childrenOf?.(node) ?? node.children;
  if (children.length === 0 && (node.namespace !== 'html' || VOID.has(node.name))) {
    out.push(`${tag}/>`);
    return;
  }
  out.push(`${tag}>`);
  for (const child of children) serialize(child, out, options, node.namespace);
  out.push(`</${node.name}>`);
};
