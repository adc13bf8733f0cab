import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ElementNode } from '../content/content-tree.ts';
import { collectFindings } from '../content/findings.ts';
import { parseMarkup } from '../content/parse-markup.ts';
import { readFormula } from './formula-of-math.ts';
import { formulaTerms, formulaTokens, toFormulaTsquery } from './formula-terms.ts';

const math = (inside: string): ElementNode => {
  const { root } = parseMarkup(`<math xmlns="http://www.w3.org/1998/Math/MathML">${inside}</math>`, collectFindings('x'));
  const find = (node: ElementNode): ElementNode =>
    node.name === 'math' ? node : (node.children.flatMap((child) => (child.kind === 'element' ? find(child) : []))[0] ?? node);
  return find(root);
};
const sameAs = (text: string): string => formulaTokens(text).join(' ');

describe('one formula in several notations', () => {
  test.each([
    ['\\frac{a}{b}', ['a/b', '\\dfrac{a}{b}', '\\frac ab', '{a \\over b}', '$\\tfrac{ a }{ b }$', 'a ∕ b', 'A/B']],
    ['\\frac{a+b}{c}', ['(a+b)/c', '\\left( a+b \\right)/c']],
    ['x^2', ['x²', 'x^{2}', 'x ^ 2', '{x}^{2}', '𝑥²', '\\mathbf{x}^2']],
    ['E=mc^2', ['E = m c^{2}', 'e=mc²']],
    ['x_i^2', ['x^2_i', 'x_{i}^{2}']],
    ['\\sqrt{x}', ['sqrt(x)', '√x', '\\sqrt x']],
    ['\\sqrt[3]{x}', ['\\sqrt[ 3 ]{ {x} }']],
    ['a \\le b', ['a<=b', 'a ≤ b', 'a\\leqslant b']],
    ['\\alpha+\\beta', ['alpha + beta', 'α+β', '\\alpha{+}\\beta']],
    ['\\sin x', ['sin x', '\\operatorname{sin}x', '\\mathrm{sin}\\,x']],
    ['e^{-x}', ['e^-x', 'e^(-x)', 'e^{−x}']],
    ["f'(x)", ['f^{\\prime}(x)', 'f′(x)']],
    ['\\binom{n}{k}', ['({n \\atop k})', '{n \\choose k}']],
    ['\\{x\\}', ['\\lbrace x \\rbrace', '\\left\\{ x \\right\\}']],
    ['a \\neq b', ['a \\not= b', 'a!=b', 'a ≠ b']],
    ['\\begin{matrix} a & b \\\\ c & d \\end{matrix}', ['\\begin{array}{cc} a & b \\\\ c & d \\end{array}']],
    ['\\sum_{i=1}^{n} i', ['\\sum\\limits_{i=1}^n i', '∑_{i=1}^n i']],
  ])('equal: %s', (first, others) => {
    expect(others.map(sameAs)).toEqual(others.map(() => sameAs(first)));
  });
  test('different formulas stay different', () => {
    const all = ['a/b', 'ab', 'a-b', 'x^2', 'x_2', 'x2', '\\frac{b}{a}', '\\hat{x}', 'x', '2/ab', '\\sqrt{ab}', '\\sqrt{a}b'];
    expect(new Set(all.map(sameAs)).size).toBe(all.length);
  });
});

describe('MathML formulas', () => {
  test.each([
    ['<mfrac><mi>a</mi><mi>b</mi></mfrac>', '\\frac{a}{b}'],
    ['<mi>E</mi><mo>=</mo><mi>m</mi><mo>\u2062</mo><msup><mi>c</mi><mn>2</mn></msup>', 'E=mc^2'],
    ['<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>', 'x_i^2'],
    ['<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>', '\\sum_{i=1}^n i'],
    ['<mover accent="true"><mi>x</mi><mo>^</mo></mover>', '\\hat{x}'],
    ['<mroot><mi>x</mi><mn>3</mn></mroot>', '\\sqrt[3]{x}'],
    ['<mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>', '\\binom{n}{k}'],
    ['<mi>sin</mi><mo>\u2061</mo><mi>α</mi>', '\\sin\\alpha'],
    ['<mo>{</mo><mi>x</mi><mo>}</mo>', '\\{x\\}'],
    ['<munder><munder><mi>x</mi><mo>⏟</mo></munder><mi>n</mi></munder>', '\\underbrace{x}_n'],
    ['<mi>p</mi><mi>i</mi><mn>1</mn><mn>2</mn>', 'p i 1 2'],
    ['<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>', '\\begin{matrix}a&b\\end{matrix}'],
  ])('%s', (inside, typed) => {
    expect(sameAs(readFormula(math(inside)).latex)).toBe(sameAs(typed));
  });
  test("keeps the book's own TeX and renders without attributes", () => {
    const formula = readFormula(
      math(
        '<semantics><mrow onclick="f()"><msup href="javascript:1"><mi>x</mi><mn>2</mn></msup><mstack/></mrow><annotation encoding="application/x-tex">x^{2}</annotation></semantics>',
      ),
    );
    expect(formula.latex).toBe('x^{2}');
    expect(sameAs(formula.derivedLatex ?? '')).toBe(sameAs('x^2'));
    expect(JSON.stringify(formula.layout)).not.toMatch(/onclick|href|mstack|annotation/);
    expect(formula.layout?.tag).toBe('math');
    const many = readFormula(math('<mi>x</mi>'.repeat(400)));
    expect(many.layout).toBeUndefined();
  });
});

describe('formula queries', () => {
  test('is a formula if it contains a symbol', () => {
    const isFormula = (text: string): boolean => toFormulaTsquery(text) !== undefined;
    expect(['a/b', 'x^2', 'E=mc^2', '\\frac{a}{b}', 'α β', '\\alpha x', 'a+b'].map(isFormula)).toEqual(Array(7).fill(true));
    expect(['矩阵', 'java', 'hello world', '3.14', 'x', '+', '', '2024年', '\\', '{}'].map(isFormula)).toEqual(Array(10).fill(false));
  });
  test('matches both meanings of a slash beside a product', () => {
    expect(toFormulaTsquery('2a/b')?.split(' | ').length).toBe(2);
    expect(toFormulaTsquery('a/b')?.split(' | ').length).toBe(1);
  });
  test('never throws, terminates, and escapes the text of a tsquery', () => {
    const parts = fc.constantFrom(
      '\\frac',
      '{',
      '}',
      '^',
      '_',
      '/',
      '(',
      ')',
      'a',
      '12',
      "'",
      '\\',
      '\\left',
      '.',
      '\\sqrt',
      '[',
      ']',
      ' ',
      '\\over',
      '&',
      '√',
      '\\not',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 24 }), (some) => {
        const text = some.join('');
        for (const wide of [false, true]) expect(Array.isArray(formulaTokens(text, wide))).toBe(true);
        toFormulaTsquery(text);
      }),
      { numRuns: 2_000 },
    );
    expect(formulaTokens('{'.repeat(100_000)).length).toBeLessThan(10);
    for (const deep of ['\\sqrt', '^(', '\\over ', '\\frac{', 'a/', '('])
      expect(formulaTokens(deep.repeat(50_000)).length).toBeLessThan(2_000);
  });
  test('no phrase spans two notations of one formula', () => {
    expect(
      formulaTerms([
        ['a', 'b'],
        ['c', 'd'],
      ]).map(({ position }) => position),
    ).toEqual([1, 10]);
  });
});
