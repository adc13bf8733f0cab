/** Writes presentation MathML as a formula of Word (OMML). Pure. */
import type { ContentNode } from '@shufang/contract';
import { type XmlElement, xmlElement } from '../xml/xml-element.ts';

const textOf = (node: ContentNode): string => (typeof node === 'string' ? node : (node.children ?? []).map(textOf).join(''));

const run = (text: string): XmlElement[] =>
  text === '' ? [] : [xmlElement('m:r', {}, xmlElement('m:t', { 'xml:space': 'preserve' }, text))];

const part = (name: string, node: ContentNode | undefined): XmlElement =>
  xmlElement(`m:${name}`, {}, ...(node === undefined ? [] : elementsOf([node])));

const elementOf = (node: ContentNode): XmlElement[] => {
  if (typeof node === 'string') return run(node);
  const children = node.children ?? [];
  const [first, second, third] = children;
  switch (node.name) {
    case 'mfrac':
      return [xmlElement('m:f', {}, part('num', first), part('den', second))];
    case 'msqrt':
      return [
        xmlElement(
          'm:rad',
          {},
          xmlElement('m:radPr', {}, xmlElement('m:degHide', { 'm:val': 1 })),
          xmlElement('m:deg'),
          xmlElement('m:e', {}, ...elementsOf(children)),
        ),
      ];
    case 'mroot':
      return [xmlElement('m:rad', {}, part('deg', second), part('e', first))];
    case 'msup':
      return [xmlElement('m:sSup', {}, part('e', first), part('sup', second))];
    case 'msub':
      return [xmlElement('m:sSub', {}, part('e', first), part('sub', second))];
    case 'msubsup':
      return [xmlElement('m:sSubSup', {}, part('e', first), part('sub', second), part('sup', third))];
    case 'munder':
      return [xmlElement('m:limLow', {}, part('e', first), part('lim', second))];
    case 'mover':
      return [xmlElement('m:limUpp', {}, part('e', first), part('lim', second))];
    case 'munderover':
      return [
        xmlElement(
          'm:limUpp',
          {},
          xmlElement('m:e', {}, xmlElement('m:limLow', {}, part('e', first), part('lim', second))),
          part('lim', third),
        ),
      ];
    case 'mtable':
      return [
        xmlElement(
          'm:m',
          {},
          ...children.map((row) =>
            xmlElement(
              'm:mr',
              {},
              ...(typeof row === 'string' ? [] : (row.children ?? [])).map((cell) => xmlElement('m:e', {}, ...elementOf(cell))),
            ),
          ),
        ),
      ];
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
      return run(textOf(node));
    default:
      return elementsOf(children);
  }
};

/** Returns the sign of a sum or an integral with its bounds; undefined if a node is none. */
const naryOf = (
  node: ContentNode | undefined,
): { sign: string; below: ContentNode | undefined; above: ContentNode | undefined } | undefined => {
  if (typeof node !== 'object' || (node.name !== 'munderover' && node.name !== 'msubsup')) return undefined;
  const [base, below, above] = node.children ?? [];
  const sign = base === undefined ? '' : textOf(base);
  return /^[∑∏∫∮⋃⋂]$/.test(sign) ? { sign, below, above } : undefined;
};

/** Word writes what is summed as a part of the sum. */
const elementsOf = (nodes: readonly ContentNode[]): XmlElement[] => {
  const elements: XmlElement[] = [];
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    const nary = naryOf(node);
    if (nary === undefined) {
      if (node !== undefined) elements.push(...elementOf(node));
      continue;
    }
    const sign = xmlElement('m:naryPr', {}, xmlElement('m:chr', { 'm:val': nary.sign }));
    elements.push(xmlElement('m:nary', {}, sign, part('sub', nary.below), part('sup', nary.above), part('e', nodes[at + 1])));
    at += 1;
  }
  return elements;
};

/** Returns the formula of the given parts. */
export const writeOmml = (nodes: readonly ContentNode[]): XmlElement => xmlElement('m:oMath', {}, ...elementsOf(nodes));
