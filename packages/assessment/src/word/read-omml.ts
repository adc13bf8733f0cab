/** Formulas of Word (OMML) as presentation MathML. Pure. */
import type { ContentElement, ContentNode } from '@shufang/contract';
import { mathOf } from '../math/read-math.ts';
import { childNamed, childrenNamed, elementsOf, localName, type XmlElement, xmlTextOf } from '../xml/xml-element.ts';

const node = (name: ContentElement['name'], ...children: ContentNode[]): ContentElement => ({ name, children });

/** Returns nodes as one node. */
const row = (nodes: readonly ContentNode[]): ContentNode => {
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? only : { name: 'mrow', children: nodes };
};

const TOKENS = /\d+(?:\.\d+)?|[A-Za-z\u0370-\u03ff]|[\u3400-\u9fff\uff00-\uffef]+|\s+|./gu;

const tokenOf = (text: string): ContentElement[] => {
  if (/^\s+$/.test(text)) return [];
  if (/^\d/.test(text)) return [node('mn', text)];
  if (/^[A-Za-z\u0370-\u03ff\ud835]/.test(text)) return [node('mi', text)];
  return [/^[\u3400-\u9fff]/.test(text) ? node('mtext', text) : node('mo', text)];
};

const runNodes = (run: XmlElement): ContentNode[] => {
  const text = childrenNamed(run, 't').map(xmlTextOf).join('');
  const isPlain = childNamed(run, 'rPr') !== undefined && childNamed(childNamed(run, 'rPr') ?? run, 'nor') !== undefined;
  if (isPlain && text.trim() !== '') return [node('mtext', text.trim())];
  return (text.normalize('NFKC') === text || !/[\ud835]/.test(text) ? text : text.normalize('NFKC')).match(TOKENS)?.flatMap(tokenOf) ?? [];
};

const valueOf = (element: XmlElement, properties: string, name: string): string | undefined => {
  const found = childNamed(element, properties);
  const value = found && childNamed(found, name);
  return value && (value.attributes['m:val'] ?? value.attributes['val'] ?? '');
};

const nameText = (nodes: readonly ContentNode[]): string =>
  nodes.map((each) => (typeof each === 'string' ? each : nameText(each.children ?? []))).join('');

const ACCENT_OVER: Readonly<Record<string, string>> = {
  '\u20d7': '→',
  '\u0302': '^',
  '\u0303': '~',
  '\u0304': '¯',
  '\u0305': '¯',
  '\u0307': '˙',
};

const delimited = (element: XmlElement, onLoss: () => void): ContentNode => {
  const begin = valueOf(element, 'dPr', 'begChr') ?? '(';
  const end = valueOf(element, 'dPr', 'endChr') ?? ')';
  const separator = valueOf(element, 'dPr', 'sepChr') ?? '|';
  const inner = childrenNamed(element, 'e').flatMap((each, index) => [
    ...(index === 0 ? [] : [node('mo', separator)]),
    row(readChildren(each, onLoss)),
  ]);
  return node('mrow', ...(begin === '' ? [] : [node('mo', begin)]), ...inner, ...(end === '' ? [] : [node('mo', end)]));
};

const nary = (element: XmlElement, onLoss: () => void): ContentNode[] => {
  const char = valueOf(element, 'naryPr', 'chr') ?? '∫';
  const part = (name: string): ContentNode | undefined => {
    const found = childNamed(element, name);
    const nodes = found === undefined ? [] : readChildren(found, onLoss);
    return nodes.length === 0 ? undefined : row(nodes);
  };
  const [below, above] = [part('sub'), part('sup')];
  const operator = node('mo', char);
  const isBeside = /[∫∮∬∭]/.test(char);
  const whole =
    below !== undefined && above !== undefined
      ? node(isBeside ? 'msubsup' : 'munderover', operator, below, above)
      : below !== undefined
        ? node(isBeside ? 'msub' : 'munder', operator, below)
        : above !== undefined
          ? node(isBeside ? 'msup' : 'mover', operator, above)
          : operator;
  const body = childNamed(element, 'e');
  return [whole, ...(body === undefined ? [] : readChildren(body, onLoss))];
};

const fraction = (element: XmlElement, part: (name: string) => ContentNode): ContentNode => {
  if (valueOf(element, 'fPr', 'type') === 'noBar')
    return node('mtable', node('mtr', node('mtd', part('num'))), node('mtr', node('mtd', part('den'))));
  return node('mfrac', part('num'), part('den'));
};

const readElement = (element: XmlElement, onLoss: () => void): ContentNode[] => {
  const part = (name: string): ContentNode => {
    const found = childNamed(element, name);
    return row(found === undefined ? [] : readChildren(found, onLoss));
  };
  switch (localName(element)) {
    case 'r':
      return runNodes(element);
    case 'f':
      return [fraction(element, part)];
    case 'sSup':
      return [node('msup', part('e'), part('sup'))];
    case 'sSub':
      return [node('msub', part('e'), part('sub'))];
    case 'sSubSup':
      return [node('msubsup', part('e'), part('sub'), part('sup'))];
    case 'rad': {
      const degree = childNamed(element, 'deg');
      const nodes = degree === undefined ? [] : readChildren(degree, onLoss);
      return [nodes.length === 0 ? node('msqrt', part('e')) : node('mroot', part('e'), row(nodes))];
    }
    case 'd':
      return [delimited(element, onLoss)];
    case 'nary':
      return nary(element, onLoss);
    case 'func': {
      const name = childNamed(element, 'fName');
      const nodes = name === undefined ? [] : readChildren(name, onLoss);
      const text = nameText(nodes);
      return [
        /^[a-z]+$/i.test(text) && nodes.every((each) => typeof each === 'object' && each.name === 'mi') ? node('mi', text) : row(nodes),
        part('e'),
      ];
    }
    case 'limLow':
      return [node('munder', part('e'), part('lim'))];
    case 'limUpp':
      return [node('mover', part('e'), part('lim'))];
    case 'acc': {
      const char = valueOf(element, 'accPr', 'chr') ?? '\u0302';
      return [node('mover', part('e'), node('mo', ACCENT_OVER[char] ?? char))];
    }
    case 'bar':
      return [
        valueOf(element, 'barPr', 'pos') === 'top' ? node('mover', part('e'), node('mo', '¯')) : node('munder', part('e'), node('mo', '_')),
      ];
    case 'm':
      return [
        {
          name: 'mtable',
          children: childrenNamed(element, 'mr').map(
            (each): ContentElement => ({
              name: 'mtr',
              children: childrenNamed(each, 'e').map((cell) => node('mtd', row(readChildren(cell, onLoss)))),
            }),
          ),
        },
      ];
    case 'eqArr':
      return [
        { name: 'mtable', children: childrenNamed(element, 'e').map((each) => node('mtr', node('mtd', row(readChildren(each, onLoss))))) },
      ];
    case 'groupChr':
    case 'borderBox':
    case 'phant':
      onLoss();
      return [part('e')];
    case 'sPre':
      onLoss();
      return [part('e')];
    case 'e':
    case 'box':
    case 'oMath':
    case 'ins':
    case 'hyperlink':
    case 'smartTag':
      return readChildren(element, onLoss);
    default:
      return [];
  }
};

const readChildren = (element: XmlElement, onLoss: () => void): ContentNode[] =>
  elementsOf(element).flatMap((child) => readElement(child, onLoss));

/** Returns the formula; `onLoss` is called if a part could not be read. */
export const readOmml = (element: XmlElement, onLoss: () => void): ContentElement => mathOf(readChildren(element, onLoss));
