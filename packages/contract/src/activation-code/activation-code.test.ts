import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIVATION_CODE_ALPHABET, formatActivationCode, makeActivationCode, readActivationCode } from './activation-code.ts';

const codes = fc.uint8Array({ minLength: 16, maxLength: 16 }).map(makeActivationCode);

describe('an activation code', () => {
  it('has 16 unambiguous characters and a check character, printed in groups of four', () => {
    expect(new Set(ACTIVATION_CODE_ALPHABET).size).toBe(32);
    expect(ACTIVATION_CODE_ALPHABET).not.toMatch(/[ILOU]/);
    fc.assert(
      fc.property(codes, (code) => {
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{17}$/);
        expect(formatActivationCode(code)).toMatch(/^(?:[0-9A-Z]{4}-){4}[0-9A-Z]$/);
        expect(readActivationCode(formatActivationCode(code))).toBe(code);
      }),
    );
  });

  it('uses 5 bits of each random byte', () => {
    const seen = Array.from({ length: 16 }, (_, position) => {
      const bytes = Array.from({ length: 32 }, (_, value) => Uint8Array.from({ length: 16 }, (_, i) => (i === position ? value : 0)));
      return new Set(bytes.map((random) => makeActivationCode(random)[position])).size;
    });
    expect(seen).toEqual(Array.from({ length: 16 }, () => 32));
    expect(() => makeActivationCode(new Uint8Array(10))).toThrow(RangeError);
  });

  it('is rejected if any one character is wrong', () => {
    fc.assert(
      fc.property(codes, (code) => {
        for (let index = 0; index < code.length; index++) {
          for (const other of ACTIVATION_CODE_ALPHABET) {
            if (other === code[index]) continue;
            expect(readActivationCode(code.slice(0, index) + other + code.slice(index + 1))).toBeUndefined();
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is rejected if any two characters are swapped', () => {
    fc.assert(
      fc.property(codes, (code) => {
        for (let a = 0; a < code.length; a++) {
          for (let b = a + 1; b < code.length; b++) {
            if (code[a] === code[b]) continue;
            const exchanged = [...code];
            [exchanged[a], exchanged[b]] = [code[b] ?? '', code[a] ?? ''];
            expect(readActivationCode(exchanged.join(''))).toBeUndefined();
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is read regardless of case, width, separators and lookalike characters', () => {
    const code = makeActivationCode(Uint8Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? i : 1 - (i % 4 === 1 ? 1 : 0))));
    const printed = formatActivationCode(code);
    const wide = [...printed].map((character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0)).join('');
    const spellings = [
      printed.toLowerCase(),
      wide,
      wide.toLowerCase(),
      `  ${printed.replaceAll('-', ' ')}\n`,
      printed.replaceAll('-', '—'),
      printed.replaceAll('-', '\u2212'),
      printed.replaceAll('-', '\u200b'),
      printed.replaceAll('-', ''),
      printed.replaceAll('0', 'O').replaceAll('1', 'l'),
      printed.replaceAll('0', 'o').replaceAll('1', 'I'),
    ];
    expect(code).toMatch(/0.*1|1.*0/);
    expect(spellings.map(readActivationCode)).toEqual(spellings.map(() => code));
  });

  it('is not read from any other text', () => {
    const code = makeActivationCode(new Uint8Array(16));
    for (const typed of ['', ' ', code.slice(1), `${code}0`, code.replace('0', 'U'), code.replace('0', '零'), '激活码', '\ud800'])
      expect(readActivationCode(typed), typed).toBeUndefined();
  });
});
