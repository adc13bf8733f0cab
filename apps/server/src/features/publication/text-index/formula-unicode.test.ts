import { describe, expect, it } from 'vitest';
import { collectFindings } from '../content/findings.ts';
import { parseMarkup } from '../content/parse-markup.ts';
import { describeFormula, notationsOf } from './formula-notations.ts';
import { unicodeOfMath } from './formula-unicode.ts';

const math = (inside: string) =>
  parseMarkup(`<math xmlns="http://www.w3.org/1998/Math/MathML">${inside}</math>`, collectFindings('a.xhtml')).root;

describe('formulas as one line of Unicode', () => {
  it.each([
    ['<msup><mi>x</mi><mn>2</mn></msup>', 'x²'],
    ['<msub><mi>L</mi><mn>2</mn></msub>', 'L₂'],
    ['<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>', 'xᵢ²'],
    ['<msup><mi>e</mi><mrow><mi>i</mi><mi>π</mi></mrow></msup>', 'e^(iπ)'],
    ['<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mi>c</mi></mrow></mfrac>', 'a/(b+c)'],
    ['<mfrac><mn>1</mn><mn>2</mn></mfrac>', '1/2'],
    ['<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>', '√(x+1)'],
    ['<mroot><mi>x</mi><mn>3</mn></mroot>', '³√x'],
    ['<mover><mi>y</mi><mo>^</mo></mover><mo>=</mo><mi>w</mi><mi>x</mi>', 'y\u0302 = wx'],
    [
      '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub>',
      '∑ᵢ₌₁ⁿxᵢ',
    ],
    ['<mi>sin</mi><mo>\u2061</mo><mi>x</mi>', 'sin x'],
  ])('%s', (inside, expected) => {
    expect(unicodeOfMath(math(inside))).toBe(expected);
  });

  it('the attributes say only what the content does not', () => {
    const annotated = math('<semantics><mi>𝐰</mi><annotation encoding="application/x-tex">\\mathbf{w}</annotation></semantics>');
    describeFormula(annotated);
    expect([...annotated.attributes.keys()].filter((name) => name.startsWith('data-'))).toEqual([]);
    expect(notationsOf(annotated)).toEqual({ unicode: '𝐰', tex: '\\mathbf{w}' });
    const plain = math('<msup><mi>x</mi><mn>2</mn></msup>');
    describeFormula(plain);
    expect(Object.fromEntries(plain.attributes)).toMatchObject({ 'data-unicode': 'x²', 'data-tex': 'x^{2}' });
    expect(notationsOf(plain)).toEqual({ unicode: 'x²', tex: 'x^{2}' });
  });
});
