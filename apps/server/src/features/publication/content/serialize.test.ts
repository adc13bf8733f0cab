import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { append, type ContentNode, type ElementNode, element, type Namespace, text } from './content-tree.ts';
import { collectFindings } from './findings.ts';
import { parseMarkup } from './parse-markup.ts';
import { serialize } from './serialize.ts';

const write = (node: ContentNode): string => {
  const out: string[] = [];
  serialize(node, out);
  return out.join('');
};

const NAMES: Readonly<Record<Exclude<Namespace, 'other'>, readonly string[]>> = {
  html: ['p', 'div', 'ruby', 'td', 'title', 'style', 'textarea', 'pre'],
  svg: ['svg', 'linearGradient', 'text', 'style'],
  mathml: ['math', 'mi', 'mrow'],
};

/**
 * Generates any text that XML 1.0 allows: no control characters except white space, no lone surrogates, line ends as XML normalizes them.
 */
const content = fc
  .string({ unit: 'binary', maxLength: 12 })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters XML forbids
  .map((value) => value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed());
const attributes = fc.dictionary(fc.constantFrom('id', 'class', 'title', 'xlink:href', 'xml:space', 'data-x'), content);

const { tree } = fc.letrec<{ tree: ElementNode; node: ContentNode }>((tie) => ({
  node: fc.oneof({ depthSize: 'small' }, content.map(text), tie('tree')),
  tree: fc.constantFrom<Exclude<Namespace, 'other'>>('html', 'svg', 'mathml').chain((namespace) =>
    fc.tuple(fc.constantFrom(...NAMES[namespace]), attributes, fc.array(tie('node'), { maxLength: 4 })).map(([name, values, children]) => {
      const made = element(namespace, name, Object.entries(values));
      for (const child of children) append(made, child);
      return made;
    }),
  ),
}));

/** Removes line numbers, which are not part of the content. */
const plain = (node: ContentNode): unknown =>
  node.kind === 'text' ? node.text : [node.namespace, node.name, [...node.attributes].sort(), node.children.map(plain)];

describe('serialize', { timeout: 60_000 }, () => {
  test('writes markup that is parsed to the same tree', () => {
    fc.assert(
      fc.property(tree, (made) => {
        const findings = collectFindings('x');
        const { root } = parseMarkup(write(made), findings);
        expect(plain(root)).toEqual(plain(made));
        expect(findings.list()).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
  test('writes end tags so that an HTML parser reads the same tree', () => {
    expect(write(element('html', 'div', [], [element('html', 'p'), element('html', 'br')]))).toBe(
      '<div xmlns="http://www.w3.org/1999/xhtml"><p></p><br/></div>',
    );
  });
});
