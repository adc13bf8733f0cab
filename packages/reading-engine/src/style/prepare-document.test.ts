import { describe, expect, it } from 'vitest';
import { followPageHeight, followRootSize, scriptOfText } from './prepare-document.ts';

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

describe('the script of a text', () => {
  it.each([
    ['学而时习之，不亦说乎？', 'han'],
    ['使用 Python 的 list.append 方法，把元素加到列表的末尾。', 'han'],
    ['“Well, Prince, so Genoa and Lucca are now just family estates of the Buonapartes.”', 'other'],
    ['The word 道 (dào) means the way.', 'other'],
    ['親譲りの無鉄砲で小供の時から損ばかりしている。', 'kana'],
    ['', 'other'],
  ])('%s: %s', (text, expected) => {
    expect(scriptOfText(text)).toBe(expected);
  });
});
