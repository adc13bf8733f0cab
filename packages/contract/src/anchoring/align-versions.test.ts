import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, groupBlocks } from './align-versions.ts';
import type { AnchorBlock } from './anchor-text.ts';
import { createPassageFinder, type FoundPassage } from './find-passage.ts';

const blocksOf = (texts: Readonly<Record<string, string>>): AnchorBlock[] => Object.entries(texts).map(([id, text]) => ({ id, text }));

/** Finds the passage `exact` of a block in another version of the text. */
const follow = (
  before: readonly AnchorBlock[],
  after: readonly AnchorBlock[],
  blockId: string,
  exact: string,
): FoundPassage | undefined => {
  const text = before.find(({ id }) => id === blockId)?.text ?? '';
  const offset = text.indexOf(exact);
  const blocks = { start: { blockId, offset }, end: { blockId, offset: offset + exact.length } };
  const quote = { exact, prefix: text.slice(Math.max(0, offset - 32), offset), suffix: text.slice(offset + exact.length).slice(0, 32) };
  return createPassageFinder(after).find({ blocks, quote }, compareVersions(before, after));
};

const before = blocksOf({
  b1: '学而时习之，不亦说乎？有朋自远方来，不亦乐乎？',
  b2: '击鼓',
  b3: '其为人也孝弟，而好犯上者，鲜矣。',
  b4: '鲜矣。',
});

describe('a passage whose old text is known', () => {
  it('is found although everything around it changed', () => {
    const after = blocksOf({ b1: '学者当时习之，其不亦悦乎！有友自远方来，岂不乐哉？', b2: '击鼓', b3: '孝弟', b4: '鲜矣。' });
    const offset = after[0]?.text.indexOf('远方来') ?? -1;
    expect(follow(before, after, 'b1', '远方来')).toEqual({
      state: 'moved',
      start: { blockId: 'b1', offset },
      end: { blockId: 'b1', offset: offset + 3 },
    });
    expect(follow(before, after, 'b3', '孝弟')?.start).toEqual({ blockId: 'b3', offset: 0 });
  });

  it('is found in the block with which its own was merged, and in the part that was split off', () => {
    const merged = [{ id: 'b1', text: `${before[0]?.text}击鼓` }, ...blocksOf({ b3: '其为人也孝弟，而好犯上者，鲜矣。', b4: '鲜矣。' })];
    expect(follow(before, merged, 'b2', '鼓')?.start).toEqual({ blockId: 'b1', offset: (before[0]?.text.length ?? 0) + 1 });
    const split = blocksOf({
      b1: '学而时习之，不亦说乎？有朋自远方来，不亦乐',
      b9: '乎？',
      b2: '击鼓',
      b3: before[2]?.text ?? '',
      b4: '鲜矣。',
    });
    expect(follow(before, split, 'b1', '乐乎？')).toMatchObject({ start: { blockId: 'b1', offset: 20 } });
  });

  it('is not found when it was deleted, although the same characters occur elsewhere', () => {
    const after = blocksOf({ b1: '学而时习之，不亦说乎？不亦乐乎？', b2: '击鼓', b3: '其为人也孝弟，而好犯上者，鲜矣。', b4: '鲜矣。' });
    expect(follow(before, after, 'b1', '有朋自远方来')).toBeUndefined();
  });

  it('is said to have changed when equal text beside it could as well be what was deleted', () => {
    const old = blocksOf({ b1: '第一行：甲乙。第二行：甲乙。末行。' });
    const after = blocksOf({ b1: '第一行：甲乙。末行。' });
    expect(follow(old, after, 'b1', '甲乙')?.state).toBe('fuzzy');
    expect(follow(old, after, 'b1', '末行。')?.state).toBe('moved');
  });

  it('is not exact in a block that has the text of another one and is beside none of its neighbors', () => {
    const old = blocksOf({ b1: '讨论', b2: '第一节的正文在这里。', b3: '练习', b4: '讨论', b5: '第二节的正文在这里。' });
    const after = blocksOf({ b2: '第一节的正文在这里。', b3: '练习', b5: '第二节的正文在这里。', b7: '新的一节', b1: '讨论' });
    expect(follow(old, after, 'b1', '讨论')?.state).toBe('fuzzy');
  });
});

describe('groups of blocks with common text', () => {
  it('contain the blocks of both versions once each', () => {
    const ids = fc.uniqueArray(
      fc.integer({ min: 1, max: 30 }).map((number) => `b${number}`),
      { maxLength: 20 },
    );
    const version = fc.tuple(ids, fc.array(fc.constantFrom('甲乙丙丁', '甲乙', '', '丙丁戊己庚'), { minLength: 20, maxLength: 20 }));
    fc.assert(
      fc.property(version, version, ([oldIds, oldTexts], [newIds, newTexts]) => {
        const olds = oldIds.map((id, at) => ({ id, text: oldTexts[at] ?? '' }));
        const news = newIds.map((id, at) => ({ id, text: newTexts[at] ?? '', formerIds: oldIds.slice(at, at + 1) }));
        const groups = groupBlocks(olds, news);
        expect(groups.flatMap((group) => group.olds).sort((a, b) => a - b)).toEqual([...olds.keys()]);
        expect(groups.flatMap((group) => group.news).sort((a, b) => a - b)).toEqual([...news.keys()]);
      }),
    );
  });
});

describe('the counterparts of characters', () => {
  const text = fc.string({ unit: fc.constantFrom('甲', '乙', '丙', '，', '。', 'a'), maxLength: 60 });

  it('are equal characters, each of one character only', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), fc.array(text, { minLength: 1, maxLength: 5 }), (olds, news) => {
        const [old, current] = [
          olds.map((each, at) => ({ id: `b${at}`, text: each })),
          news.map((each, at) => ({ id: `b${at}`, text: each })),
        ];
        const version = compareVersions(old, current);
        const all = news.join('');
        const taken = new Set<number>();
        for (const { id, text: oldText } of old) {
          if (oldText === '') continue;
          const range = { start: { blockId: id, offset: 0 }, end: { blockId: id, offset: oldText.length } };
          for (const [at, offset] of (version.counterpartsOf(range, oldText)?.offsets ?? []).entries()) {
            if (offset < 0) continue;
            expect(all[offset]).toBe(oldText[at]);
            expect(taken.has(offset)).toBe(false);
            taken.add(offset);
          }
        }
      }),
    );
  });

  it('are found for every character of unchanged blocks in another order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          text.filter((each) => each !== ''),
          { minLength: 1, maxLength: 6 },
        ),
        fc.integer({ max: 5, min: 0 }),
        (texts, by) => {
          const old = texts.map((each, at) => ({ id: `b${at}`, text: each }));
          const current = [...old.slice(by % old.length), ...old.slice(0, by % old.length)];
          for (const { id, text: oldText } of old) {
            const range = { start: { blockId: id, offset: 0 }, end: { blockId: id, offset: oldText.length } };
            const start = current
              .slice(
                0,
                current.findIndex((block) => block.id === id),
              )
              .reduce((sum, block) => sum + block.text.length, 0);
            const { offsets } = compareVersions(old, current).counterpartsOf(range, oldText) ?? { offsets: [] };
            expect(offsets).toEqual(Array.from(oldText, (_, at) => start + at));
          }
        },
      ),
    );
  });

  it('are found in limited time in long texts without common words', () => {
    const [old, current] = ['甲乙丙丁', '一二三四'].map((unit) => [{ id: 'b1', text: unit.repeat(100_000) }]);
    const range = { start: { blockId: 'b1', offset: 0 }, end: { blockId: 'b1', offset: 4 } };
    expect(compareVersions(old ?? [], current ?? []).counterpartsOf(range, '甲乙丙丁')?.offsets).toEqual([-1, -1, -1, -1]);
  }, 20_000);

  it('are found in limited time in a book of which every paragraph changed', () => {
    const versionOf = (word: string): AnchorBlock[] =>
      Array.from({ length: 24_000 }, (_, at) => ({ id: `b${at}`, text: `${word}${at}段${word}` }));
    const [old, current] = [versionOf('旧'), versionOf('新')];
    const range = { start: { blockId: 'b20000', offset: 1 }, end: { blockId: 'b20000', offset: 7 } };
    const start = current.slice(0, 20_000).reduce((sum, { text }) => sum + text.length, 1);
    expect(compareVersions(old, current).counterpartsOf(range, '20000段')?.offsets).toEqual(
      Array.from({ length: 6 }, (_, at) => start + at),
    );
  }, 20_000);
});
