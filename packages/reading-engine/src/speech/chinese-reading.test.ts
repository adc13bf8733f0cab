// @vitest-environment jsdom

import { describe, expect, it } from 'vitest';
import { readFormula } from './chinese-reading.ts';

const formula = (inside: string): Element =>
  new DOMParser().parseFromString(`<math xmlns="http://www.w3.org/1998/Math/MathML">${inside}</math>`, 'application/xml').documentElement;

const sum = '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub>';
const matrix =
  '<mrow><mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>)</mo></mrow>';

describe('the Chinese reading of a formula', () => {
  it.each([
    ['fraction', '<mfrac><mi>a</mi><mi>b</mi></mfrac>', 'b 分之 a'],
    ['square', '<msup><mi>x</mi><mn>2</mn></msup>', 'x 的平方'],
    ['cube', '<msup><mi>x</mi><mn>3</mn></msup>', 'x 的立方'],
    ['power', '<msup><mi>x</mi><mi>n</mi></msup>', 'x 的 n 次方'],
    ['negative power', '<msup><mi>x</mi><mrow><mo>−</mo><mn>1</mn></mrow></msup>', 'x 的 负 1 次方'],
    ['index', '<msub><mi>a</mi><mi>i</mi></msub>', 'a 下标 i'],
    ['index and power', '<msubsup><mi>a</mi><mi>i</mi><mn>2</mn></msubsup>', 'a 下标 i 的平方'],
    ['square root', '<msqrt><mi>x</mi></msqrt>', '根号 x'],
    ['long root', '<msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt><mo>=</mo><mn>3</mn>', '根号下 a 加 b，根号完，等于 3'],
    ['cube root', '<mroot><mi>x</mi><mn>3</mn></mroot>', '三次根号 x'],
    ['sum', sum, '求和，从 i 等于 1 到 n，x 下标 i'],
    ['integral', '<msubsup><mo>∫</mo><mn>0</mn><mi>π</mi></msubsup><mi>sin</mi><mi>x</mi>', '积分，从 0 到 派，正弦 x'],
    ['limit', '<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder><mi>f</mi>', '极限，当 x 趋于 0，f'],
    ['Greek letters', '<mi>α</mi><mo>+</mo><mi>Δ</mi>', '阿尔法 加 大写 德尔塔'],
    ['signs', '<mo>−</mo><mi>b</mi><mo>±</mo><mi>c</mi><mo>−</mo><mn>4</mn>', '负 b 正负 c 减 4'],
    ['relation', '<mi>x</mi><mo>∈</mo><mi>ℝ</mi>', 'x 属于 实数集'],
    ['absolute value', '<mrow><mo>|</mo><mi>x</mi><mo>|</mo></mrow>', 'x 的绝对值'],
    ['vector', '<mover><mi>v</mi><mo>→</mo></mover>', '向量 v'],
    ['mathematical letters', '<mi>𝐰</mi>', 'w'],
    ['matrix', matrix, '矩阵，第 1 行，1，0，第 2 行，0，1'],
    ['combination', '<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>', '从 n 个中取 k 个的组合数'],
    ['derivative', '<msup><mi>f</mi><mo>′</mo></msup><mo>\u2061</mo><mo>(</mo><mi>x</mi><mo>)</mo>', 'f 撇 左括号 x 右括号'],
    ['transpose', '<msup><mi>A</mi><mo>⊤</mo></msup>', 'A 的转置'],
  ])('says a %s', (_, inside, reading) => {
    expect(readFormula(formula(inside))).toBe(reading);
  });

  it('reads the formula once, without its TeX', () => {
    const inside = '<semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics>';
    expect(readFormula(formula(inside))).toBe('x 的平方');
  });

  it('reads the quadratic formula as it is taught', () => {
    const root = '<msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>−</mo><mn>4</mn><mi>a</mi><mi>c</mi></msqrt>';
    const inside = `<mi>x</mi><mo>=</mo><mfrac><mrow><mo>−</mo><mi>b</mi><mo>±</mo>${root}</mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac>`;
    expect(readFormula(formula(inside))).toBe('x 等于 2 a 分之 负 b 正负 根号下 b 的平方 减 4 a c，根号完');
  });
});
