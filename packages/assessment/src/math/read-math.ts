/** Presentation MathML as the content of a question, and as LaTeX. Pure. */
import { type ContentElement, type ContentNode, MATH_ELEMENTS } from '@shufang/contract';
import { elementsOf, localName, type XmlElement, type XmlNode, xmlTextOf } from '../xml/xml-element.ts';
import { mathTex } from './math-tex.ts';

const MATH_NAMES: ReadonlySet<string> = new Set(MATH_ELEMENTS);
/** Elements whose children are shown as they are. */
const PLAIN: ReadonlySet<string> = new Set(['mstyle', 'mpadded', 'merror', 'maction']);
const TOKENS: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'mtext']);

const operator = (text: string): ContentElement => ({ name: 'mo', children: [text] });

const fenced = (element: XmlElement, children: readonly ContentNode[]): ContentElement => {
  const { open = '(', close = ')', separators = ',' } = element.attributes;
  const [separator = ','] = separators.trim();
  const inner = children.flatMap((child, index) => (index === 0 ? [child] : [operator(separator), child]));
  return { name: 'mrow', children: [operator(open), ...inner, operator(close)] };
};

/** Returns the node of a formula; `onLoss` is called where its meaning may change. */
const readNode = (node: XmlNode, onLoss: () => void): ContentNode[] => {
  if (typeof node === 'string') return node.trim() === '' ? [] : [{ name: 'mtext', children: [node.trim()] }];
  const name = localName(node);
  if (name === 'semantics')
    return elementsOf(node)
      .slice(0, 1)
      .flatMap((child) => readNode(child, onLoss));
  if (name === 'annotation' || name === 'annotation-xml' || name === 'none' || name === 'mprescripts') return [];
  if (TOKENS.has(name)) return [{ name: name as ContentElement['name'], children: [xmlTextOf(node).replace(/\s+/g, ' ').trim()] }];
  const children = elementsOf(node).flatMap((child) => readNode(child, onLoss));
  if (name === 'mfenced') return [fenced(node, children)];
  if (PLAIN.has(name)) return children.length === 1 ? children : [{ name: 'mrow', children }];
  if (!MATH_NAMES.has(name)) {
    onLoss();
    return [{ name: 'mrow', children }];
  }
  // A binomial is a fraction without a line; as a fraction it would be another number.
  if (name === 'mfrac' && node.attributes['linethickness']?.startsWith('0') === true)
    return [{ name: 'mtable', children: children.map((child) => ({ name: 'mtr', children: [{ name: 'mtd', children: [child] }] })) }];
  return [{ name: name as ContentElement['name'], ...(children.length === 0 ? {} : { children }) }];
};

/** Returns a formula of the given parts, with its LaTeX. */
export const mathOf = (children: readonly ContentNode[]): ContentElement => ({
  name: 'math',
  attributes: { alt: mathTex(children) },
  children,
});

/** Returns the formula of a `math` element; `onLoss` is called if a part could not be read. */
export const readMath = (element: XmlElement, onLoss: () => void): ContentElement =>
  mathOf(elementsOf(element).flatMap((child) => readNode(child, onLoss)));
