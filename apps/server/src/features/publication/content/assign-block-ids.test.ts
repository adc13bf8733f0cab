import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignBlockIds, type PreviousBlock } from './assign-block-ids.ts';
import { sketchOf, sketchSimilarity } from './block-sketch.ts';
import type { Block } from './content-model.ts';

const block = (text: string): Block => ({ kind: 'paragraph', text, hash: text });
const version = (texts: readonly string[], ids: readonly string[]): PreviousBlock[] =>
  texts.map((text, index) => ({ id: ids[index] ?? '', hash: text, sketch: sketchOf(text), chars: text.length }));

const revise = (before: readonly string[], after: readonly string[]): string[] => {
  const first = assignBlockIds([], before.map(block), 1);
  return assignBlockIds(version(before, first.ids), after.map(block), first.next).ids;
};

const revisedFormerIds = (before: readonly string[], after: readonly string[]): string[][] => {
  const first = assignBlockIds([], before.map(block), 1);
  return assignBlockIds(version(before, first.ids), after.map(block), first.next).formerIds;
};

/** Texts that are long enough to be recognized wherever they move. */
const sentences = [
  '学而时习之，不亦说乎？有朋自远方来，不亦乐乎？',
  '其为人也孝弟，而好犯上者，鲜矣；不好犯上者。',
  '吾日三省吾身：为人谋而不忠乎？与朋友交而不信乎？',
  '道千乘之国，敬事而信，节用而爱人，使民以时。',
  '君子食无求饱，居无求安，敏于事而慎于言。',
];

describe('assignBlockIds', { timeout: 60_000 }, () => {
  test('numbers the first version in order, base 36', () => {
    expect(
      assignBlockIds(
        [],
        Array.from({ length: 37 }, (_, index) => block(String(index))),
        1,
      ),
    ).toMatchObject({ next: 38 });
    expect(assignBlockIds([], [block('a')], 36).ids).toEqual(['b10']);
  });
  test('keeps the ids around an inserted and a removed paragraph', () => {
    expect(revise(['甲', '乙', '丙', '丁'], ['甲', '新', '乙', '丁'])).toEqual(['b1', 'b5', 'b2', 'b4']);
  });
  test('keeps the id of a paragraph that was edited', () => {
    const before = ['第一章', '矩阵的特征值是使行列式为零的数。', '习题'];
    expect(revise(before, ['第一章', '矩阵的特征值是使特征行列式等于零的数。', '习题'])).toEqual(['b1', 'b2', 'b3']);
  });
  test('gives rewritten text a new id', () => {
    expect(revise(['甲', '春江潮水连海平'], ['甲', '大漠孤烟直长河'])).toEqual(['b1', 'b3']);
  });
  test('lets a paragraph that moved keep its id', () => {
    expect(
      revise(
        sentences.slice(0, 4),
        [2, 3, 0, 1].map((at) => sentences[at] ?? ''),
      ),
    ).toEqual(['b3', 'b4', 'b1', 'b2']);
  });
  test('lets a paragraph that moved and was edited keep its id', () => {
    const [first = '', second = '', third = ''] = sentences;
    expect(revise([first, second, third], [second, third, `${first}此句为新增。`])).toEqual(['b2', 'b3', 'b1']);
  });
  test('lets a short line that moved together with its paragraph, or past it, keep its id', () => {
    const [first = '', second = '', third = ''] = sentences;
    const before = ['习题', first, '小结', second, '作业', third];
    expect(revise(before, ['习题', first, '作业', third, '小结', second])).toEqual(['b1', 'b2', 'b5', 'b6', 'b3', 'b4']);
    expect(revise(before, ['习题', first, second, '小结', '作业', third])).toEqual(['b1', 'b2', 'b4', 'b3', 'b5', 'b6']);
  });
  test('does not take a repeated short line at another position for one that was deleted', () => {
    const [first = '', second = '', third = ''] = sentences;
    expect(revise(['习题', first, second, third], [first, second, '习题', third])).toEqual(['b2', 'b3', 'b5', 'b4']);
  });
  test('lists the blocks that were merged into a block, also in later versions', () => {
    const [first = '', second = '', third = ''] = sentences;
    const one = assignBlockIds([], [first, second, third].map(block), 1);
    const two = [`${first}${second}`, third].map(block);
    const merged = assignBlockIds(version([first, second, third], one.ids), two, one.next);
    const [remaining = '', other = ''] = merged.ids[0] === 'b1' ? ['b1', 'b2'] : ['b2', 'b1'];
    expect(merged).toMatchObject({ ids: [remaining, 'b3'], formerIds: [[other], []] });
    const previous = two.map(({ text, hash }, index) => ({
      id: merged.ids[index] ?? '',
      hash,
      sketch: sketchOf(text),
      chars: text.length,
      formerIds: merged.formerIds[index] ?? [],
    }));
    expect(assignBlockIds(previous, two, merged.next).formerIds).toEqual([[other], []]);
  });
  test('lists the block from which a new block was split, and not a block that only resembles it', () => {
    const [first = '', second = '', third = ''] = sentences;
    const whole = `${first}${second}`;
    const split = revisedFormerIds([whole, third], [first, second, third]);
    expect(split.filter((ids) => ids.length > 0)).toEqual([['b1']]);
    expect(revisedFormerIds([whole, third], [whole, second, third])).toEqual([[], [], []]);
  });
  test('distinguishes repeated lines by their position', () => {
    expect(revise(['曰', '甲', '曰', '乙', '曰'], ['曰', '甲', '曰', '新句', '曰', '乙', '曰'])).toEqual([
      'b1',
      'b2',
      'b3',
      'b6',
      'b7',
      'b4',
      'b5',
    ]);
  });
  test('for any revision ids are unique, equal long text keeps its ids wherever it moved, and new numbers were never used', () => {
    const texts = fc.array(fc.constantFrom(...sentences), { maxLength: 40 });
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const first = assignBlockIds([], before.map(block), 1);
        const { ids, next } = assignBlockIds(version(before, first.ids), after.map(block), first.next);
        expect(new Set(ids).size).toBe(ids.length);
        for (const text of new Set(after)) {
          const old = new Set(first.ids.filter((_, index) => before[index] === text));
          const unchangedIds = ids.filter((id, index) => after[index] === text && old.has(id)).length;
          expect(unchangedIds).toBe(Math.min(old.size, after.filter((other) => other === text).length));
        }
        const made = ids.filter((id) => !first.ids.includes(id)).map((id) => Number.parseInt(id.slice(1), 36));
        expect(made).toEqual(Array.from({ length: next - first.next }, (_, index) => first.next + index));
      }),
      { numRuns: 500 },
    );
  });
  test('an unchanged version of a large book keeps every id', () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `第${index % 7_000}段`);
    expect(revise(texts, texts)).toEqual(assignBlockIds([], texts.map(block), 1).ids);
  });
});

describe('sketchSimilarity', () => {
  test('is 1 for equal text, 0 for texts without a common bigram, and otherwise between them by the share of common bigrams', () => {
    expect(sketchSimilarity(sketchOf('学而时习之'), sketchOf('学而 时习之'))).toBe(1);
    expect(sketchSimilarity(sketchOf('学而时习之'), sketchOf('大漠孤烟直'))).toBe(0);
    // The expected similarity is 5/7, because both texts have four characters and three bigrams, of which five are shared.
    expect(sketchSimilarity(sketchOf('甲乙丙丁'), sketchOf('甲乙丙戊'))).toBeCloseTo(5 / 7);
    expect(sketchSimilarity('', '')).toBe(0);
  });
  test('estimates the similarity of long texts closely', () => {
    const long = Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 37) % 3_000))).join('');
    const half =
      long.slice(0, 200) + Array.from({ length: 200 }, (_, index) => String.fromCodePoint(0x6e00 + ((index * 41) % 3_000))).join('');
    expect(sketchSimilarity(sketchOf(long), sketchOf(half))).toBeGreaterThan(0.25);
    expect(sketchSimilarity(sketchOf(long), sketchOf(half))).toBeLessThan(0.75);
  });
});
