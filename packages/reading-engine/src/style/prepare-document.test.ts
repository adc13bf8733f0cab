import { describe, expect, it } from 'vitest';
import { followPageHeight, followRootSize } from './prepare-document.ts';

describe('font sizes of the publisher', () => {
  it.each([
    ['16px', '1rem'],
    ['12pt', '1rem'],
    ['24px', '1.5rem'],
    ['small', '0.8125rem'],
    ['xx-large', '2rem'],
  ])('%s becomes %s, relative to the reader’s font size', (size, expected) => {
    expect(followRootSize(size)).toBe(expected);
  });

  it.each(['1.2em', '90%', 'inherit', 'larger', 'calc(1em + 2px)'])('%s is already relative', (size) => {
    expect(followRootSize(size)).toBeUndefined();
  });

  it('viewport heights become page heights', () => {
    expect(followPageHeight('calc(100vh - 2em)')).toBe('calc(calc(100 * var(--sf-vh, 1vh)) - 2em)');
    expect(followPageHeight('50vw')).toBe('50vw');
  });
});
