import { LIMITS } from '@shufang/contract/limits';
import { expect, it } from 'vitest';
import { type ChangedBlock, textChangesOf } from './text-changes.ts';

const blocksOf = (texts: Readonly<Record<string, string>>, document = 1): ChangedBlock[] =>
  Object.entries(texts).map(([id, text]) => ({ id, text, document, href: `c${document}.xhtml`, chapterTitle: `第 ${document} 章` }));

const filler = '君子务本，本立而道生。孝弟也者，其为仁之本与！曾子曰：吾日三省吾身，为人谋而不忠乎？与朋友交而不信乎？传不习乎？';

it('a change has its chapter, its position and the text around it', () => {
  const before = blocksOf({ b1: `${filler}巧言令色，鲜矣仁。${filler}` });
  const after = blocksOf({ b1: `${filler}巧言令色，鲜矣仁！${filler}` }, 2);
  expect(textChangesOf(before, after)).toEqual({
    isCut: false,
    changes: [
      {
        kind: 'changed',
        blocks: 1,
        chapterTitle: '第 2 章',
        href: 'c2.xhtml',
        block: { blockId: 'b1', offset: filler.length + 8 },
        parts: [
          { kind: 'same', text: `……${`${filler}巧言令色，鲜矣仁`.slice(-40)}` },
          { kind: 'deleted', text: '。' },
          { kind: 'inserted', text: '！' },
          { kind: 'same', text: `${filler.slice(0, 40)}……` },
        ],
        document: 2,
        beforeDocuments: [1],
      },
    ],
  });
});

it('paragraphs that were added or removed together are one change, unless they are in different documents', () => {
  const [b1, b5] = ['子曰：温故而知新。', '子曰：君子不器。'];
  const before = [...blocksOf({ b1, b2: '先行其言', b3: '后从之矣' }), ...blocksOf({ b5 }, 2)];
  const added = { b6: '温良恭俭', b7: '北辰居所' };
  const after = [...blocksOf({ b1, ...added }), ...blocksOf({ b8: '攻乎异端', b5 }, 2)];
  expect(textChangesOf(before, after).changes.map(({ kind, blocks, document, parts }) => [kind, blocks, document, parts.length])).toEqual([
    ['removed', 2, 1, 1],
    ['added', 2, 1, 1],
    ['added', 1, 2, 1],
  ]);
});

it('a formula is shown once, and long texts are shortened', () => {
  const formula = { start: 2, end: 8, unicode: 'x²', tex: 'x^2' };
  const [first] = textChangesOf([], [{ ...(blocksOf({ b1: '由于x2 x^2可知' })[0] as ChangedBlock), formulas: [formula] }]).changes;
  expect(first?.parts).toEqual([{ kind: 'inserted', text: '由于x²可知' }]);
  const [long] = textChangesOf([], blocksOf({ b1: '长'.repeat(5_000) })).changes;
  expect(long?.parts[0]?.text).toHaveLength(602);
});

it('at most a limited number of changes is returned', () => {
  const texts = (end: string) =>
    Object.fromEntries(Array.from({ length: LIMITS.textChangesMax + 5 }, (_, n) => [`b${n}`, `第${n}条：君子务本，本立而道生${end}`]));
  const { changes, isCut } = textChangesOf(blocksOf(texts('。')), blocksOf(texts('！')));
  expect([changes.length, isCut]).toEqual([LIMITS.textChangesMax, true]);
});
