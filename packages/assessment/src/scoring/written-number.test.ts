import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, rational } from '../exact/rational.ts';
import { parseWrittenNumber } from './written-number.ts';

type Row = readonly [text: string, numerator: bigint, denominator: bigint, unit: string];

const rows: readonly Row[] = [
  ['25', 25n, 1n, ''],
  ['-1.5', -3n, 2n, ''],
  ['+ 7', 7n, 1n, ''],
  ['.5', 1n, 2n, ''],
  ['5.', 5n, 1n, ''],
  ['1,200', 1200n, 1n, ''],
  ['12,345,678.5', 24_691_357n, 2n, ''],
  ['3/4', 3n, 4n, ''],
  ['3 / 4 kg', 3n, 4n, 'kg'],
  ['1.5e3', 1500n, 1n, ''],
  ['1.5E-2 m', 3n, 200n, 'm'],
  ['1.5×10^3', 1500n, 1n, ''],
  ['1.5 × 10³ Pa', 1500n, 1n, 'Pa'],
  ['2×10⁻³', 1n, 500n, ''],
  ['2*10^(-3)', 1n, 500n, ''],
  ['６２５', 625n, 1n, ''],
  ['－２．５ 米', -5n, 2n, '米'],
  ['−3', -3n, 1n, ''],
  ['9.8 m/s²', 49n, 5n, 'm/s^2'],
  ['9.8m/s^2', 49n, 5n, 'm/s^2'],
  ['50％', 50n, 1n, '%'],
  ['25℃', 25n, 1n, '°C'],
  ['2 个', 2n, 1n, '个'],
];

const refused = [
  '',
  'abc',
  '二十五',
  '约25',
  '1,2',
  '1,2,3',
  '1.2.3',
  '12,34',
  '3/0',
  '1e500',
  '10 000',
  '5^2',
  '3/4/5',
  `1${'0'.repeat(120)}`,
];

describe('written numbers', () => {
  it.each(rows)('reads %s exactly', (text, numerator, denominator, unit) => {
    expect(parseWrittenNumber(text)).toEqual({ value: rational(numerator, denominator), unit });
  });

  it.each(refused)('does not guess what “%s” means', (text) => {
    expect(parseWrittenNumber(text)).toBeUndefined();
  });

  it('reads every decimal that a computer writes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.nat(12), (digits, decimals) => {
        const magnitude = (digits < 0n ? -digits : digits).toString().padStart(decimals + 1, '0');
        const cut = magnitude.length - decimals;
        const text = `${digits < 0n ? '-' : ''}${magnitude.slice(0, cut)}${decimals === 0 ? '' : `.${magnitude.slice(cut)}`}`;
        const parsed = parseWrittenNumber(text);
        expect(parsed?.unit).toBe('');
        expect(compare(parsed?.value ?? rational(0), rational(digits, 10n ** BigInt(decimals)))).toBe(parsed === undefined ? 1 : 0);
      }),
    );
  });

  it('ends for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const parsed = parseWrittenNumber(text);
        expect(parsed === undefined || parsed.value.denominator > 0n).toBe(true);
      }),
    );
  });
});
