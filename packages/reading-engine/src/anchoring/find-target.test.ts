import type { AnnotationTarget } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { findTarget, type TargetText } from './find-target.ts';

interface BlockTexts {
  [blockId: string]: string;
}
const textOf = (blocks: BlockTexts): TargetText => {
  const starts = new Map<string, [number, number]>();
  let at = 0;
  for (const [id, text] of Object.entries(blocks)) {
    starts.set(id, [at, text.length]);
    at += text.length + 1;
  }
  return {
    text: Object.values(blocks).join('\n'),
    startChar: 0,
    charOf: ({ blockId, offset }) => {
      const block = starts.get(blockId);
      return block && block[0] + Math.min(offset, block[1]);
    },
  };
};
const targetOf = (blocks: BlockTexts, blockId: string, exact: string): AnnotationTarget => {
  const source = textOf(blocks);
  const offset = (blocks[blockId] ?? '').indexOf(exact);
  const start = source.charOf({ blockId, offset }) ?? 0;
  return {
    href: 'a.xhtml',
    blocks: { start: { blockId, offset }, end: { blockId, offset: offset + exact.length } },
    quote: {
      exact,
      prefix: source.text.slice(Math.max(0, start - 32), start),
      suffix: source.text.slice(start + exact.length, start + exact.length + 32),
    },
    position: { start, end: start + exact.length },
    cfi: '',
  };
};
const found = (blocks: BlockTexts, target: AnnotationTarget) => {
  const source = textOf(blocks);
  const result = findTarget(source, target);
  return result && [result.state, source.text.slice(result.start, result.end)];
};

const first: BlockTexts = {
  a: '学而时习之，不亦说乎？有朋自远方来，不亦乐乎？',
  b: '人不知而不愠，不亦君子乎？',
  c: '巧言令色，鲜矣仁。吾日三省吾身：为人谋而不忠乎？与朋友交而不信乎？传不习乎？',
};

describe('anchoring an annotation', () => {
  it('an annotation is exact in unchanged text', () => {
    expect(found(first, targetOf(first, 'a', '有朋自远方来'))).toEqual(['exact', '有朋自远方来']);
  });

  it('an annotation is moved when text was inserted before it in its block', () => {
    expect(found({ ...first, a: `子曰：${first.a}` }, targetOf(first, 'a', '有朋自远方来'))).toEqual(['moved', '有朋自远方来']);
  });

  it('an annotation is moved when its block has a new id', () => {
    const { a = '', ...rest } = first;
    expect(found({ ...rest, z: a }, targetOf(first, 'a', '有朋自远方来，不亦乐乎'))).toEqual(['moved', '有朋自远方来，不亦乐乎']);
  });

  it('identical passages are distinguished by their context', () => {
    const target = targetOf(first, 'b', '不亦');
    const after = { x: '序言一篇。', ...first, b: `故曰：${first.b}` };
    const where = textOf(after);
    expect(findTarget(where, target)).toEqual({
      state: 'moved',
      start: where.text.indexOf('不亦君子'),
      end: where.text.indexOf('不亦君子') + 2,
    });
  });

  it('an annotation is fuzzy when a few characters changed, and covers the changed passage', () => {
    const after = { ...first, c: '巧言令色，鲜矣仁。吾日三次反省吾身：为人谋而不忠乎？与朋友交往而不信乎？传不习乎？' };
    expect(found(after, targetOf(first, 'c', '吾日三省吾身：为人谋而不忠乎？与朋友交而不信乎？'))).toEqual([
      'fuzzy',
      '吾日三次反省吾身：为人谋而不忠乎？与朋友交往而不信乎？',
    ]);
  });

  it('both ends of a long passage are found when its middle was rewritten', () => {
    const long = Array.from({ length: 30 }, (_, i) => `第${i}句讲的是第${i * 7}件事情。`).join('');
    const changed = long.replace('第15句讲的是第105件事情。', '此处已经改写过了。').replace('第2句', '第二句');
    const result = found({ q: changed }, targetOf({ q: long }, 'q', long));
    expect(result).toEqual(['fuzzy', changed]);
  });

  it('an annotation is an orphan when its passage was deleted', () => {
    expect(found({ a: first.a ?? '', b: '此章已删去。' }, targetOf(first, 'c', '与朋友交而不信乎'))).toBeUndefined();
  });

  it('a short word is never matched to a similar word', () => {
    expect(found({ z: '完全不同的一本书，也有不亦二字。' }, targetOf(first, 'b', '君子'))).toBeUndefined();
  });

  it('a bookmark stays at its block, and is found by its context when the block was deleted', () => {
    const target = targetOf(first, 'b', '');
    expect(found(first, target)).toEqual(['exact', '']);
    const { b = '', ...rest } = first;
    const after = { ...rest, n: b };
    const bookmark = { ...target, quote: { exact: '', prefix: '', suffix: b } };
    const where = textOf(after);
    expect(findTarget(where, bookmark)).toEqual({ state: 'moved', start: where.text.indexOf(b), end: where.text.indexOf(b) });
  });
});

describe('a short quote', () => {
  const target = (more: Partial<AnnotationTarget['quote']> = {}): AnnotationTarget => ({
    ...targetOf(first, 'b', '君子'),
    quote: { exact: '君子', prefix: '愠，不亦', suffix: '乎？', ...more },
  });

  it('a short quote is not matched in a different context', () => {
    expect(found({ z: '小人长戚戚，君子坦荡荡。' }, target())).toBeUndefined();
  });

  it('a short quote needs four characters of its context', () => {
    expect(found({ z: '他说：，不亦君子也。' }, target())).toBeUndefined();
    expect(found({ z: '他说：愠，不亦君子也。' }, target())).toEqual(['moved', '君子']);
    expect(found({ z: '他说：不亦君子乎？可也。' }, target())).toEqual(['moved', '君子']);
  });

  it('a short quote needs its whole context when that is shorter than four characters', () => {
    expect(found({ z: '他说：君子乎，可也。' }, target({ prefix: '', suffix: '乎' }))).toEqual(['moved', '君子']);
    expect(found({ z: '他说：君子也，可也。' }, target({ prefix: '', suffix: '乎' }))).toBeUndefined();
    expect(found({ z: '他说：君子也。' }, target({ prefix: '：', suffix: '也' }))).toEqual(['moved', '君子']);
    expect(found({ z: '他说，君子也。' }, target({ prefix: '：', suffix: '也' }))).toBeUndefined();
  });

  it('a short quote is matched anywhere in the text while its block exists', () => {
    expect(found({ z: '坦荡荡的君子。', b: '此段已改。' }, target())).toEqual(['moved', '君子']);
  });

  it('a quote of eight characters needs no context', () => {
    const eight = { ...target(), quote: { exact: '君子坦荡荡小人长', prefix: 'xxxx', suffix: 'yyyy' } };
    expect(found({ z: '曰：君子坦荡荡小人长戚戚' }, eight)).toEqual(['moved', '君子坦荡荡小人长']);
    const seven = { ...target(), quote: { exact: '君子坦荡荡小人', prefix: 'xxxx', suffix: 'yyyy' } };
    expect(found({ z: '曰：君子坦荡荡小人长戚戚' }, seven)).toBeUndefined();
  });

  it('a changed short quote is searched only near its block', () => {
    const six = { ...target(), quote: { exact: '君子坦荡荡小', prefix: 'xxxx', suffix: 'yyyy' } };
    expect(found({ z: '曰：君子坦坦荡小人' }, six)).toBeUndefined();
    expect(found({ b: '曰：君子坦坦荡小人' }, six)?.[0]).toBe('fuzzy');
  });
});

describe('a quote that occurs twice', () => {
  const twice = (before: string, after: string, more = ''): AnnotationTarget => ({
    ...targetOf({ a: '学而时习之' }, 'a', '学而时习之'),
    blocks: { start: { blockId: 'gone', offset: 0 }, end: { blockId: 'gone', offset: 5 } },
    quote: { exact: '学而时习之', prefix: before, suffix: after + more },
  });
  const at = (text: string, target: AnnotationTarget, startChar = 0): number | undefined =>
    findTarget({ ...textOf({ z: text }), startChar }, target)?.start;

  it('two occurrences are distinguished by the text before them', () => {
    expect(at('曰乙丙丁学而时习之。又甲乙丙丁学而时习之。', twice('甲乙丙丁', '。'))).toBe(15);
    expect(at('甲乙丙丁学而时习之。又曰乙丙丁学而时习之。', twice('甲乙丙丁', '。'))).toBe(4);
  });

  it('two occurrences are distinguished by the text after them', () => {
    expect(at('丁学而时习之甲乙曰。丁学而时习之甲乙丙。', twice('丁', '甲乙丙'))).toBe(11);
    expect(at('丁学而时习之甲乙丙。丁学而时习之甲乙曰。', twice('丁', '甲乙丙'))).toBe(1);
  });

  it('two occurrences with equal context are distinguished by their old position', () => {
    const text = `甲乙学而时习之丙丁${'。'.repeat(200)}甲乙学而时习之丙丁${'。'.repeat(200)}甲乙学而时习之丙丁`;
    const offsets = [2, 2 + 209, 2 + 418];
    for (const offset of offsets) {
      const target = { ...twice('甲乙', '丙丁'), position: { start: 1_000 + offset, end: 1_000 + offset + 5 } };
      expect(at(text, target, 1_000)).toBe(offset);
    }
  });

  it('an existing block counts more than the old position', () => {
    const text = `甲乙学而时习之丙丁${'。'.repeat(500)}甲乙学而时习之丙丁`;
    const target = { ...twice('甲乙', '丙丁'), position: { start: 2, end: 7 } };
    const where = { ...textOf({ z: text }), charOf: ({ offset }: { offset: number }) => (offset === 0 ? 500 : undefined) };
    expect(findTarget(where, target)?.start).toBe(511);
  });

  it('the first of two occurrences with equal distance and context is returned', () => {
    const text = `甲乙学而时习之丙丁${'。'.repeat(191)}甲乙学而时习之丙丁`;
    expect(at(text, { ...twice('甲乙', '丙丁'), position: { start: 102, end: 107 } })).toBe(2);
  });

  it('more matching context counts more than less distance', () => {
    const text = `乙学而时习之丙${'。'.repeat(3_000)}甲乙学而时习之丙丁`;
    const target = { ...twice('甲乙', '丙丁'), position: { start: 1, end: 6 } };
    expect(at(text, target)).toBe(text.lastIndexOf('学而'));
  });
});

describe('a changed passage', () => {
  const passage = '子曰吾十有五而志于学三十而立四十';
  const target = (exact: string): AnnotationTarget => ({
    ...targetOf({ a: exact }, 'a', exact),
    blocks: { start: { blockId: 'gone', offset: 0 }, end: { blockId: 'gone', offset: exact.length } },
    quote: { exact, prefix: '', suffix: '' },
    position: { start: 0, end: exact.length },
  });
  /** Returns the text with its last `count` characters replaced. */
  const changed = (exact: string, count: number): string => exact.slice(0, exact.length - count) + '甲乙丙丁戊己庚辛壬癸'.slice(0, count);

  it('a passage is found while at most three of ten characters changed', () => {
    expect(found({ z: changed(passage, 4) }, target(passage))?.[0]).toBe('fuzzy');
    expect(found({ z: changed(passage, 5) }, target(passage))).toBeUndefined();
  });

  it('a passage of ten characters may lose three characters, not four', () => {
    const ten = passage.slice(0, 10);
    expect(found({ z: changed(ten, 3) }, target(ten))?.[0]).toBe('fuzzy');
    expect(found({ z: changed(ten, 4) }, target(ten))).toBeUndefined();
  });

  it('a changed passage of sixteen characters is found anywhere, a shorter one only near its old position', () => {
    const far = '。'.repeat(5_000);
    expect(findTarget(textOf({ z: far + changed(passage, 2) }), target(passage))).toMatchObject({ state: 'fuzzy', start: far.length });
    const fifteen = passage.slice(0, 15);
    expect(found({ z: far + changed(fifteen, 2) }, target(fifteen))).toBeUndefined();
    expect(found({ z: '。'.repeat(1_990) + changed(fifteen, 2) }, target(fifteen))?.[0]).toBe('fuzzy');
    expect(found({ z: '。'.repeat(2_100) + changed(fifteen, 2) }, target(fifteen))).toBeUndefined();
  });

  it('a changed passage of eight characters is searched near its old position after its block was deleted, a shorter one is not', () => {
    const eight = passage.slice(0, 8);
    expect(found({ z: changed(eight, 1) }, target(eight))?.[0]).toBe('fuzzy');
    const seven = passage.slice(0, 7);
    expect(found({ z: changed(seven, 1) }, target(seven))).toBeUndefined();
  });

  it('a changed passage near the old position is preferred to a better match far away', () => {
    const text = `${changed(passage, 3)}${'。'.repeat(5_000)}${changed(passage, 1)}`;
    expect(findTarget(textOf({ z: text }), target(passage))?.start).toBe(0);
  });

  it('a changed passage is searched around its position in the document, wherever the segment starts', () => {
    const fifteen = passage.slice(0, 15);
    const text = '。'.repeat(6_000) + changed(fifteen, 2) + '。'.repeat(6_000);
    const moved = { ...target(fifteen), position: { start: 16_000, end: 16_015 } };
    expect(findTarget({ ...textOf({ z: text }), startChar: 10_000 }, moved)).toMatchObject({ state: 'fuzzy', start: 6_000 });
    expect(findTarget({ ...textOf({ z: text }), startChar: 0 }, moved)).toBeUndefined();
  });

  it('a long changed passage must contain both of its ends, at least half of its length apart', () => {
    // The length of the passage is even, so that half of it is an integer.
    const long = Array.from({ length: 40 }, (_, i) => `第${i}句讲的是第${i * 7}件事。`)
      .join('')
      .slice(0, 400);
    const head = long.slice(0, 64);
    const tail = long.slice(-64);
    const half = Math.ceil(long.length / 2);
    const middle = (length: number): string => '文'.repeat(length);
    expect(found({ z: head + middle(half - 128) + tail }, target(long))?.[0]).toBe('fuzzy');
    expect(found({ z: head + middle(half - 129) + tail }, target(long))).toBeUndefined();
    expect(found({ z: head + middle(half) }, target(long))).toBeUndefined();
    expect(found({ z: middle(half) + tail }, target(long))).toBeUndefined();
    // The end of the passage is searched only within a limited distance of its start: 1.5 times the length of the passage plus 64
    // characters.
    expect(found({ z: head + middle(long.length * 1.5 - 128) + tail }, target(long))?.[0]).toBe('fuzzy');
    expect(found({ z: head + middle(long.length * 2) + tail }, target(long))).toBeUndefined();
  });
});

describe('a long passage of distinct characters', () => {
  it('a long passage is not found by its beginning alone', () => {
    const long = Array.from({ length: 300 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('');
    const target = {
      ...targetOf({ a: long }, 'a', long),
      blocks: { start: { blockId: 'gone', offset: 0 }, end: { blockId: 'gone', offset: 300 } },
    };
    expect(found({ z: `${long.slice(0, 64)}${'。'.repeat(300)}` }, target)).toBeUndefined();
    expect(found({ z: `${long.slice(0, 64)}${'。'.repeat(172)}${long.slice(-64)}` }, target)?.[0]).toBe('fuzzy');
  });
});

describe('a passage at its old position', () => {
  it('a passage of more than 20,000 characters is exact by its first 20,000 characters', () => {
    const long = '长'.repeat(25_000);
    const target = { ...targetOf({ a: long }, 'a', long), quote: { exact: long.slice(0, 20_000), prefix: '', suffix: '' } };
    const where = textOf({ a: long });
    expect(findTarget(where, target)).toEqual({ state: 'exact', start: 0, end: 25_000 });
    const short = { ...target, quote: { ...target.quote, exact: long.slice(0, 19_999) } };
    expect(findTarget(where, short)).toMatchObject({ state: 'moved', end: 19_999 });
  });

  it('a passage is not exact when only its beginning is equal', () => {
    expect(found({ a: '学而时习之甲' }, targetOf({ a: '学而时习之乙' }, 'a', '学而时习之乙'))?.[0]).not.toBe('exact');
  });

  it('a target whose end lies before its start is not exact', () => {
    const target = targetOf(first, 'a', '有朋自远方来');
    const turned = { ...target, blocks: { start: target.blocks.end, end: target.blocks.start } };
    expect(findTarget(textOf(first), turned)?.state).toBe('moved');
  });

  it('a passage is found again when the block of its start or end was deleted', () => {
    const target = targetOf(first, 'a', '有朋自远方来');
    const gone = { blockId: 'gone', offset: 0 };
    for (const blocks of [
      { ...target.blocks, start: gone },
      { ...target.blocks, end: gone },
    ])
      expect(found(first, { ...target, blocks })).toEqual(['moved', '有朋自远方来']);
    // The passages are found also at the very beginning and the very end of the text.
    const [opening, closing] = [targetOf(first, 'a', '学而时习之，不亦说乎？'), targetOf(first, 'c', '与朋友交而不信乎？传不习乎？')];
    expect(found(first, { ...opening, blocks: { ...opening.blocks, start: gone } })?.[0]).toBe('moved');
    expect(found(first, { ...closing, blocks: { ...closing.blocks, end: gone } })?.[0]).toBe('moved');
  });
});

describe('a bookmark whose end lies before its start', () => {
  it('a bookmark whose end lies before its start is the point of its start', () => {
    const target = targetOf(first, 'a', '有朋自远方来');
    const turned = {
      ...target,
      blocks: { start: target.blocks.end, end: target.blocks.start },
      quote: { exact: '', prefix: '', suffix: '' },
    };
    const start = textOf(first).charOf(target.blocks.end);
    expect(findTarget(textOf(first), turned)).toEqual({ state: 'exact', start, end: start });
  });
});

describe('a bookmark whose block was deleted', () => {
  const bookmark = (prefix: string, suffix: string): AnnotationTarget => ({
    ...targetOf(first, 'b', ''),
    blocks: { start: { blockId: 'gone', offset: 0 }, end: { blockId: 'gone', offset: 0 } },
    quote: { exact: '', prefix, suffix },
  });

  it('a bookmark is found between the two parts of its context', () => {
    const where = textOf({ z: '曰：人不知而不愠，不亦君子乎？' });
    expect(findTarget(where, bookmark('人不知而', '不愠，不亦'))).toEqual({ state: 'moved', start: 6, end: 6 });
    expect(findTarget(textOf({ z: '人不知而不愠，不亦' }), bookmark('人不知而', '不愠，不亦'))).toEqual({
      state: 'moved',
      start: 4,
      end: 4,
    });
  });

  it('a bookmark is an orphan when its context was deleted or has fewer than eight characters', () => {
    expect(findTarget(textOf({ z: '此章已删去，别处也没有。' }), bookmark('人不知而', '不愠，不亦'))).toBeUndefined();
    expect(findTarget(textOf({ z: '人不知而不愠，不亦' }), bookmark('人不知', '而不愠，'))).toBeUndefined();
    expect(findTarget(textOf({ z: '人不知而不愠，不亦' }), bookmark('人不知', '而不愠，不'))).toMatchObject({ start: 3 });
  });
});
