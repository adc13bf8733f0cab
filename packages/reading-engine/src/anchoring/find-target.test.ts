import type { AnnotationTarget } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { findTarget, type TargetText } from './find-target.ts';

interface Source {
  [blockId: string]: string;
}
const textOf = (blocks: Source): TargetText => {
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
const mark = (blocks: Source, blockId: string, exact: string): AnnotationTarget => {
  const where = textOf(blocks);
  const offset = (blocks[blockId] ?? '').indexOf(exact);
  const start = where.charOf({ blockId, offset }) ?? 0;
  return {
    href: 'a.xhtml',
    blocks: { start: { blockId, offset }, end: { blockId, offset: offset + exact.length } },
    quote: {
      exact,
      prefix: where.text.slice(Math.max(0, start - 32), start),
      suffix: where.text.slice(start + exact.length, start + exact.length + 32),
    },
    position: { start, end: start + exact.length },
    cfi: '',
  };
};
const found = (blocks: Source, target: AnnotationTarget) => {
  const where = textOf(blocks);
  const result = findTarget(where, target);
  return result && [result.state, where.text.slice(result.start, result.end)];
};

const first: Source = {
  a: '学而时习之，不亦说乎？有朋自远方来，不亦乐乎？',
  b: '人不知而不愠，不亦君子乎？',
  c: '巧言令色，鲜矣仁。吾日三省吾身：为人谋而不忠乎？与朋友交而不信乎？传不习乎？',
};

describe('a mark found again', () => {
  it('is exact in the same text', () => {
    expect(found(first, mark(first, 'a', '有朋自远方来'))).toEqual(['exact', '有朋自远方来']);
  });

  it('is moved when words were put before it in its block', () => {
    expect(found({ ...first, a: `子曰：${first.a}` }, mark(first, 'a', '有朋自远方来'))).toEqual(['moved', '有朋自远方来']);
  });

  it('is moved when its block got another id', () => {
    const { a = '', ...rest } = first;
    expect(found({ ...rest, z: a }, mark(first, 'a', '有朋自远方来，不亦乐乎'))).toEqual(['moved', '有朋自远方来，不亦乐乎']);
  });

  it('tells the same words apart by what stands around them', () => {
    const target = mark(first, 'b', '不亦');
    const after = { x: '序言一篇。', ...first, b: `故曰：${first.b}` };
    const where = textOf(after);
    expect(findTarget(where, target)).toEqual({
      state: 'moved',
      start: where.text.indexOf('不亦君子'),
      end: where.text.indexOf('不亦君子') + 2,
    });
  });

  it('is fuzzy when a few of its characters changed, and covers the changed passage', () => {
    const after = { ...first, c: '巧言令色，鲜矣仁。吾日三次反省吾身：为人谋而不忠乎？与朋友交往而不信乎？传不习乎？' };
    expect(found(after, mark(first, 'c', '吾日三省吾身：为人谋而不忠乎？与朋友交而不信乎？'))).toEqual([
      'fuzzy',
      '吾日三次反省吾身：为人谋而不忠乎？与朋友交往而不信乎？',
    ]);
  });

  it('finds both ends of a long passage whose middle was rewritten', () => {
    const long = Array.from({ length: 30 }, (_, i) => `第${i}句讲的是第${i * 7}件事情。`).join('');
    const changed = long.replace('第15句讲的是第105件事情。', '此处已经改写过了。').replace('第2句', '第二句');
    const result = found({ q: changed }, mark({ q: long }, 'q', long));
    expect(result).toEqual(['fuzzy', changed]);
  });

  it('is an orphan when the passage is gone', () => {
    expect(found({ a: first.a ?? '', b: '此章已删去。' }, mark(first, 'c', '与朋友交而不信乎'))).toBeUndefined();
  });

  it('never takes a short word for another that happens to be alike', () => {
    expect(found({ z: '完全不同的一本书，也有不亦二字。' }, mark(first, 'b', '君子'))).toBeUndefined();
  });

  it('keeps a bookmark on its block, and finds its words when the block went', () => {
    const target = mark(first, 'b', '');
    expect(found(first, target)).toEqual(['exact', '']);
    const { b = '', ...rest } = first;
    const after = { ...rest, n: b };
    const bookmark = { ...target, quote: { exact: '', prefix: '', suffix: b } };
    const where = textOf(after);
    expect(findTarget(where, bookmark)).toEqual({ state: 'moved', start: where.text.indexOf(b), end: where.text.indexOf(b) });
  });
});
