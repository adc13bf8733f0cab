/** Reads the text of a QTI item: elements of HTML as content, interactions as slots. Pure. */
import { type ContentElement, type ContentNode, type Interaction, TEXT_ELEMENTS } from '@shufang/contract';
import type { ImportFinding } from '../import/imported-item.ts';
import { readMath } from '../math/read-math.ts';
import type { XmlElement, XmlNode } from '../xml/xml-element.ts';

/** Class of a wrapper that our writer puts around text that QTI does not allow at its place. */
export const TEXT_WRAPPER = 'shufang-text';
/** Class of a paragraph that contains a block, which QTI does not allow. */
export const PARAGRAPH_WRAPPER = 'shufang-paragraph';
/** Class of the sample of a response that a person scores. */
export const SAMPLE_CLASS = 'shufang-sample';

/** What is collected while the text of an item is read. */
export interface QtiContext {
  readonly interactions: Record<string, Interaction>;
  readonly findings: Set<ImportFinding>;
  /** Samples by interaction, of rubrics for the scorer. */
  readonly samples: Map<string, readonly ContentNode[]>;
  /** Whether the item is an export of this product: its white space has a meaning. */
  readonly isOwn: boolean;
  /** Returns the address of a picture for a reference in the item. */
  readonly pictureOf: (reference: string) => string;
  /** Returns the prompt of an interaction and its slot, and adds it to `interactions`. */
  readonly interactionOf: (element: XmlElement, context: QtiContext) => ContentNode[];
}

const CONTENT_NAMES: ReadonlySet<string> = new Set(TEXT_ELEMENTS);
const RENAMED: Readonly<Record<string, ContentElement['name']>> = {
  b: 'strong',
  i: 'em',
  tt: 'code',
  kbd: 'code',
  samp: 'code',
  cite: 'em',
  dfn: 'em',
  var: 'em',
  h1: 'p',
  h2: 'p',
  h3: 'p',
  h4: 'p',
  h5: 'p',
  h6: 'p',
  dt: 'p',
  caption: 'p',
  figcaption: 'p',
  address: 'p',
  blockquote: 'div',
  section: 'div',
  article: 'div',
  header: 'div',
  footer: 'div',
  main: 'div',
  aside: 'div',
  nav: 'div',
  figure: 'div',
  dl: 'div',
  dd: 'div',
  rubricBlock: 'div',
  details: 'div',
};
/** Elements whose children are shown as they are. */
const PLAIN: ReadonlySet<string> = new Set([
  'a',
  'tbody',
  'thead',
  'tfoot',
  'contentBody',
  'ruby',
  'rb',
  'small',
  'big',
  'q',
  'bdo',
  'bdi',
  'abbr',
  'acronym',
  'label',
  'mark',
  'u',
  's',
  'ins',
  'time',
  'summary',
  'itemBody',
  'stimulusBody',
  'prompt',
  'rbc',
  'figure-content',
  'font',
  'center',
  'wbr',
]);
/** Elements that show nothing to the reader by themselves. */
const SILENT: ReadonlySet<string> = new Set([
  'rt',
  'rp',
  'rtc',
  'hr',
  'colgroup',
  'col',
  'stylesheet',
  'catalogInfo',
  'script',
  'style',
  'positionObjectStage',
]);
const CONDITIONAL: ReadonlySet<string> = new Set(['feedbackInline', 'feedbackBlock', 'modalFeedback']);
const BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'ul', 'ol', 'li', 'table', 'tr', 'th', 'td', 'pre']);

export const isBlockNode = (node: ContentNode | undefined): boolean => typeof node === 'object' && BLOCKS.has(node.name);

const textFrom = (text: string, context: QtiContext, isPre: boolean): string => (context.isOwn || isPre ? text : text.replace(/\s+/g, ' '));

const pictureFrom = (source: string, alt: string, context: QtiContext): ContentNode[] => [
  { name: 'img', attributes: { src: context.pictureOf(source), alt } },
];

const objectFrom = (element: XmlElement, context: QtiContext): ContentNode[] => {
  const { data = '', type = '' } = element.attributes;
  if (type.startsWith('image/') || /\.(?:png|jpe?g|gif|webp|svg)$/i.test(data)) {
    const alt = element.children
      .filter((child) => typeof child === 'string')
      .join('')
      .trim();
    return pictureFrom(data, alt, context);
  }
  context.findings.add('droppedParts');
  return [];
};

const rubricFrom = (element: XmlElement, context: QtiContext): ContentNode[] => {
  const { view = 'candidate', class: name = '', id = '' } = element.attributes;
  const content = readQtiContent(element.children, context);
  if (/\bcandidate\b/.test(view)) return [{ name: 'div', children: content }];
  if (context.isOwn && name === SAMPLE_CLASS) context.samples.set(id.replace(/^sample-/, ''), content);
  else context.findings.add('preservedParts');
  return [];
};

const elementFrom = (element: XmlElement, context: QtiContext, isPre: boolean): ContentNode[] => {
  const { name } = element;
  if (name === 'img') return pictureFrom(element.attributes['src'] ?? '', element.attributes['alt'] ?? '', context);
  if (name === 'object') return objectFrom(element, context);
  if (name === 'math') return [readMath(element, () => context.findings.add('formula'))];
  if (name === 'rubricBlock') return rubricFrom(element, context);
  if (CONDITIONAL.has(name)) {
    context.findings.add('preservedParts').add('feedback');
    return [];
  }
  if (/^(?:template|printedVariable)/.test(name)) {
    context.findings.add('unsupportedType');
    return [];
  }
  if (name === 'gap') return [slotPart(element)];
  if (name === 'hottext') return [{ ...slotPart(element), children: readQtiContent(element.children, context, isPre) }];
  if (name.endsWith('Interaction')) return context.interactionOf(element, context);
  if (SILENT.has(name)) return [];
  const children = readQtiContent(element.children, context, isPre || name === 'pre');
  if (context.isOwn && name === 'div' && element.attributes['class'] === TEXT_WRAPPER) return children;
  if (context.isOwn && name === 'div' && element.attributes['class'] === PARAGRAPH_WRAPPER) return [{ name: 'p', children }];
  // The address of a link is not preserved.
  if (name === 'a' && /^[^#]/.test(element.attributes['href'] ?? '')) context.findings.add('droppedParts');
  if (PLAIN.has(name)) return children;
  const contentName = CONTENT_NAMES.has(name) ? (name as ContentElement['name']) : RENAMED[name];
  if (contentName === undefined) {
    context.findings.add('droppedParts');
    return children;
  }
  return [children.length === 0 ? { name: contentName } : { name: contentName, children }];
};

/** Returns a gap or a passage to choose; the interaction that contains it adds its own id. */
const slotPart = ({ attributes }: XmlElement): ContentElement => ({ name: 'slot', attributes: { part: attributes['identifier'] ?? '' } });

/** Returns the nodes without white space at their ends, and between blocks. */
const trimmed = (nodes: readonly ContentNode[]): ContentNode[] =>
  nodes.filter((node, index) => {
    if (typeof node !== 'string' || node.trim() !== '') return true;
    const [before, after] = [nodes[index - 1], nodes[index + 1]];
    return !(before === undefined || after === undefined || isBlockNode(before) || isBlockNode(after));
  });

/** Returns the content of the given nodes; interactions in them are added to the context. */
export const readQtiContent = (nodes: readonly XmlNode[], context: QtiContext, isPre = false): ContentNode[] => {
  const content = nodes.flatMap((node) =>
    typeof node === 'string' ? [textFrom(node, context, isPre)] : elementFrom(node, context, isPre),
  );
  return context.isOwn || isPre ? content.filter((node) => node !== '') : trimmed(content);
};
