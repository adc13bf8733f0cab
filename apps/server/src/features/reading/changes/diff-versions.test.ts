import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DiffBlock, type DiffPart, diffVersions } from './diff-versions.ts';

const blocksOf = (texts: Readonly<Record<string, string>>): DiffBlock[] => Object.entries(texts).map(([id, text]) => ({ id, text }));

/** Shows a difference as text: `[-deleted-]`, `{+inserted+}`, `<moved>`; a line per block, `--` before removed ones. */
const show = (before: readonly DiffBlock[], after: readonly DiffBlock[]): string[] => {
  const { blocks, removed } = diffVersions(before, after);
  const textOf = ({ kind, block, start, end }: DiffPart): string => {
    const text = ((kind === 'deleted' ? before : after)[block]?.text ?? '').slice(start, end);
    return { same: text, inserted: `{+${text}+}`, deleted: `[-${text}-]`, moved: `<${text}>` }[kind];
  };
  const lineOf = (parts: readonly DiffPart[]): string => parts.map(textOf).join('');
  return [
    ...removed.filter(({ after: behind }) => behind === -1).map(({ parts }) => `--${lineOf(parts)}`),
    ...blocks.flatMap(({ block, parts }) => [
      lineOf(parts),
      ...removed.filter(({ after: behind }) => behind === block).map((gone) => `--${lineOf(gone.parts)}`),
    ]),
  ];
};

const xueEr = '学而时习之，不亦说乎？有朋自远方来，不亦乐乎？';
const xiaoTi = '其为人也孝弟，而好犯上者，鲜矣。';
const weiZheng = '为政以德，譬如北辰，居其所而众星共之。';

it('text that was replaced, deleted or inserted is shown in its paragraph', () => {
  const before = blocksOf({ b1: xueEr, b2: xiaoTi });
  expect(show(before, blocksOf({ b1: xueEr.replace('说', '悦').replace('远方', ''), b2: `子曰：${xiaoTi}` }))).toEqual([
    '学而时习之，不亦[-说-]{+悦+}乎？有朋自[-远方-]来，不亦乐乎？',
    `{+子曰：+}${xiaoTi}`,
  ]);
});

it('paragraphs that were added or removed are shown as a whole, between those that remained', () => {
  const before = blocksOf({ b1: xueEr, b2: xiaoTi, b3: weiZheng });
  expect(show(before, blocksOf({ b1: xueEr, b3: weiZheng, b4: '诗三百，一言以蔽之，曰思无邪。' }))).toEqual([
    xueEr,
    `--[-${xiaoTi}-]`,
    weiZheng,
    '{+诗三百，一言以蔽之，曰思无邪。+}',
  ]);
  expect(show(before, blocksOf({ b2: xiaoTi, b3: weiZheng }))).toEqual([`--[-${xueEr}-]`, xiaoTi, weiZheng]);
});

it('a paragraph that changed its position is said to have moved', () => {
  const before = blocksOf({ b1: xueEr, b2: weiZheng, b3: xiaoTi });
  expect(show(before, blocksOf({ b1: xueEr, b3: xiaoTi, b2: weiZheng }))).toEqual([xueEr, `<${xiaoTi}>`, weiZheng]);
});

it('a paragraph that was divided or joined has no change but what was written', () => {
  const before = blocksOf({ b1: xueEr, b2: xiaoTi });
  const [first, second] = [xueEr.slice(0, 11), xueEr.slice(11)];
  expect(show(before, [...blocksOf({ b1: first, b4: second, b2: xiaoTi })])).toEqual([first, second, xiaoTi]);
  expect(show(before, [{ id: 'b1', text: xueEr + xiaoTi, formerIds: ['b2'] }])).toEqual([xueEr + xiaoTi]);
});

it('white space does not count, and a Latin word, formula or character outside the BMP is shown as a whole', () => {
  expect(show(blocksOf({ b1: '一 二  三' }), blocksOf({ b1: '一二 三' }))).toEqual(['一二 三']);
  expect(show(blocksOf({ b1: 'We learn the cat.' }), blocksOf({ b1: 'We learned a cat.' }))).toEqual([
    'We [-learn the-]{+learned a +}cat.',
  ]);
  expect(show(blocksOf({ b1: '这个字是𠮷。' }), blocksOf({ b1: '这个字是𠮶。' }))).toEqual(['这个字是[-𠮷-]{+𠮶+}。']);
  const formula = (text: string, tex: string): DiffBlock => ({
    id: 'b1',
    text,
    formulas: [{ start: 2, end: text.length - 2, unicode: tex, tex }],
  });
  expect(show([formula('由于x2x^2可知', 'x^2')], [formula('由于x3x^3可知', 'x^3')])).toEqual(['由于[-x2x^2-]{+x3x^3+}可知']);
});

/** Blocks of short texts of few different characters, so that equal passages are frequent; ids are shared between both versions. */
const someBlocks = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.string({ unit: fc.constantFrom(...'天地玄黄 ab，𠮷'), maxLength: 24 })), {
    selector: ([id]) => id,
    maxLength: 6,
  })
  .map((blocks) => blocks.map(([id, text]): DiffBlock => ({ id: `b${id}`, text })));

const visible = (text: string): string => text.replaceAll(/\s+/g, '');

it('the difference applied to the old text gives the new one, and accounts for all of the old one', () => {
  fc.assert(
    fc.property(someBlocks, someBlocks, (before, after) => {
      const { blocks, removed } = diffVersions(before, after);
      const oldText = visible(before.map(({ text }) => text).join(''));
      const used = new Uint8Array(oldText.length);
      /** Returns the text of a part, taken from the old text unless it was inserted. */
      const apply = ({ kind, block, start, end, old }: DiffPart): string => {
        const text = visible(((kind === 'deleted' ? before : after)[block]?.text ?? '').slice(start, end));
        if (kind === 'inserted') return text;
        for (let at = old; at < old + text.length; at++) used[at] = (used[at] ?? 0) + 1;
        const taken = oldText.slice(old, old + text.length);
        expect(taken).toBe(text);
        return kind === 'deleted' ? '' : taken;
      };
      expect(blocks.map(({ parts }) => parts.map(apply).join(''))).toEqual(after.map(({ text }) => visible(text)));
      for (const { parts } of removed) for (const part of parts) apply(part);
      expect(used).toEqual(new Uint8Array(oldText.length).fill(1));
    }),
    { numRuns: 500 },
  );
});

it('equal texts have no difference', () => {
  fc.assert(
    fc.property(someBlocks, (blocks) => {
      const { blocks: same, removed } = diffVersions(blocks, blocks);
      expect(removed).toEqual([]);
      expect(same.flatMap(({ parts }) => parts.map(({ kind }) => kind)).every((kind) => kind === 'same')).toBe(true);
    }),
  );
});
