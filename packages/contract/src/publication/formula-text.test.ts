import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formulasIn, furtherFormulas, readableQuote, readableText, toReadableText } from './formula-text.ts';

// The text of the block is that of a real textbook: the symbol and its TeX follow each other.
const text = '权重向量𝐰\\mathbf{w}和偏置bb之前';
const w = text.indexOf('𝐰');
const b = text.indexOf('bb');
const formulas = [
  { start: w, end: w + '𝐰\\mathbf{w}'.length, unicode: '𝐰', tex: '\\mathbf{w}' },
  { start: b, end: b + 2, unicode: 'b', tex: 'b' },
];

describe('text that contains formulas', () => {
  it('has each formula once, in Unicode or in TeX', () => {
    expect(readableText(text, formulas)).toBe('权重向量𝐰和偏置b之前');
    expect(readableText(text, formulas, 'tex')).toBe('权重向量$\\mathbf{w}$和偏置$b$之前');
    expect(readableText('没有公式', undefined)).toBe('没有公式');
  });

  it('leads back to the offsets of the block', () => {
    const readable = toReadableText(text, formulas);
    const at = readable.text.indexOf('偏置');
    expect(text.slice(...readable.blockRange(at, at + 2))).toBe('偏置');
    const formula = readable.text.indexOf('𝐰');
    expect(text.slice(...readable.blockRange(formula, formula + 2))).toBe('𝐰\\mathbf{w}');
    expect(text.slice(...readable.blockRange(formula - 1, formula + 3))).toBe('量𝐰\\mathbf{w}和');
  });

  it('shows a formula at the edge of a range as a whole, or leaves it out', () => {
    expect(toReadableText(text, formulas, { from: w + 4, to: b + 1 }).text).toBe('𝐰和偏置b');
    expect(toReadableText(text, formulas, { from: w + 4, to: b + 1, edges: 'omit' }).text).toBe('和偏置');
  });

  it('a quote that begins inside a formula has all of it, and its context none', () => {
    const [from, to] = [w + 5, text.indexOf('偏置')];
    const quote = {
      prefix: text.slice(0, from),
      exact: text.slice(from, to),
      suffix: text.slice(to),
      formulas: formulasIn(formulas, 0, text.length, from),
    };
    expect(readableQuote(quote)).toEqual({ prefix: '权重向量', exact: '𝐰和', suffix: '偏置b之前' });
    expect(readableQuote(quote, 'tex').exact).toBe('$\\mathbf{w}$和');
  });

  it('a context that was cut inside a formula shows the formula', () => {
    const from = text.indexOf('和');
    const prefix = text.slice(from - 6, from);
    const quote = { prefix, exact: '和', suffix: '', formulas: formulasIn(formulas, from - 6, from + 1, from) };
    expect(readableQuote(quote)).toEqual({ prefix: '𝐰', exact: '和', suffix: '' });
  });

  it('has each formula at most once in whatever order formulas are listed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: -9, max: 40 }), fc.integer({ min: -9, max: 40 })), { maxLength: 30 }), (ranges) => {
        const listed = ranges.map(([start, end]) => ({ start, end, unicode: '式', tex: '式' }));
        const shown = toReadableText('文'.repeat(30), listed).text;
        expect(shown.length).toBeLessThanOrEqual(30);
      }),
    );
  });

  it('that was cut inside a formula lists it once when it is joined again', () => {
    const cut = w + 4;
    const head = formulasIn(formulas, 0, cut);
    expect([...head, ...furtherFormulas(head, formulasIn(formulas, cut, text.length, 0))]).toEqual(formulas);
  });
});
