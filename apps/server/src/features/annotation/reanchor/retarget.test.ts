import type { AnnotationTarget } from '@shufang/contract';
import { createPassageFinder } from '@shufang/contract/anchoring';
import { expect, it } from 'vitest';
import { createRetargeter } from './retarget.ts';

/** Two characters outside the basic plane with the same first UTF-16 unit. */
const [before, after] = ['\u{20000}', '\u{20001}'];

const targetOf = (exact: string, offset: number): AnnotationTarget => ({
  href: 'a.xhtml',
  blocks: { start: { blockId: 'b1', offset }, end: { blockId: 'b1', offset: offset + exact.length } },
  quote: { exact, prefix: '康熙字典所收的', suffix: '字见于说文解字' },
  position: { start: offset, end: offset + exact.length },
  cfi: '',
});

it('a passage never begins or ends within a character, because PostgreSQL stores no half of one', () => {
  const text = `康熙字典所收的${after}字见于说文解字`;
  const blocks = [{ id: 'b1', formerIds: [], text, href: 'a.xhtml', startChar: 10 }];
  const retarget = createRetargeter(blocks);
  const whole = { start: { blockId: 'b1', offset: 7 }, end: { blockId: 'b1', offset: 9 } };
  for (const [start, end] of [
    [7, 8],
    [8, 9],
  ] as const) {
    const found = { state: 'fuzzy' as const, start: { blockId: 'b1', offset: start }, end: { blockId: 'b1', offset: end } };
    expect(retarget(targetOf(before, 7), found)).toMatchObject({
      blocks: whole,
      position: { start: 17, end: 19 },
      quote: { exact: before, current: after, prefix: '康熙字典所收的', suffix: '字见于说文解字' },
    });
  }
});

it('a bookmark is before the character in which its position was found', () => {
  const blocks = [{ id: 'b1', formerIds: [], text: `甲${after}乙`, href: 'a.xhtml', startChar: 0 }];
  const at = { blockId: 'b1', offset: 2 };
  const moved = createRetargeter(blocks)(targetOf('', 1), { state: 'moved', start: at, end: at });
  expect(moved).toMatchObject({ position: { start: 1, end: 1 }, quote: { exact: '', prefix: '甲', suffix: `${after}乙` } });
  expect(moved?.quote.current).toBeUndefined();
});

it('a passage of which the last character was deleted ends before a character that begins like it', () => {
  const [old, last] = ['乑𠄎𠀐𠁛𠁓𠀎𠀃𠂈𠃖𠃿𠂋𠂣', '𠂈'];
  const exact = '𠁛𠁓𠀎𠀃𠂈';
  const offset = old.indexOf(exact);
  const text = old.replace(last, '');
  const blocks = [{ id: 'b1', formerIds: [], text, href: 'a.xhtml', startChar: 0 }];
  const target = {
    ...targetOf(exact, offset),
    quote: { exact, prefix: old.slice(0, offset), suffix: old.slice(offset + exact.length) },
  };
  const found = createPassageFinder(blocks).find(target, { isOld: () => true });
  expect(text.slice(found?.start.offset, found?.end.offset).isWellFormed()).toBe(false);
  const moved = found && createRetargeter(blocks)(target, found);
  expect(moved?.quote.current?.isWellFormed()).toBe(true);
});
