import { describe, expect, it } from 'vitest';
import type { AnchorBlock } from './anchor-text.ts';
import { createPassageFinder, type KnownVersion, type SoughtPassage } from './find-passage.ts';

interface Texts {
  [blockId: string]: string;
}

const blocksOf = (texts: Texts): AnchorBlock[] => Object.entries(texts).map(([id, text]) => ({ id, text }));

/** Returns the passage `exact` in a block, as the reading engine describes it. */
const passageIn = (texts: Texts, blockId: string, exact: string, occurrence = 0): Required<Omit<SoughtPassage, 'isOrphan'>> => {
  const text = Object.values(texts).join('\n');
  let offset = -1;
  for (let count = 0; count <= occurrence; count++) offset = (texts[blockId] ?? '').indexOf(exact, offset + 1);
  let start = offset;
  for (const [id, block] of Object.entries(texts)) {
    if (id === blockId) break;
    start += block.length + 1;
  }
  return {
    blocks: { start: { blockId, offset }, end: { blockId, offset: offset + exact.length } },
    quote: {
      exact,
      prefix: text.slice(Math.max(0, start - 32), start),
      suffix: text.slice(start + exact.length, start + exact.length + 32),
    },
  };
};

/** Returns the state, the block and the text of the passage in these blocks; undefined if it is not found. */
const foundIn = (texts: Texts, passage: SoughtPassage, previous?: KnownVersion): [string, string, string] | undefined => {
  const found = createPassageFinder(blocksOf(texts)).find(passage, previous);
  if (found === undefined) return undefined;
  const ids = Object.keys(texts);
  const whole = Object.values(texts)
    .slice(ids.indexOf(found.start.blockId), ids.indexOf(found.end.blockId) + 1)
    .join('\n');
  const endText = texts[found.end.blockId] ?? '';
  return [found.state, found.start.blockId, whole.slice(found.start.offset, whole.length - (endText.length - found.end.offset))];
};

const before: Texts = {
  b1: '学而时习之，不亦说乎？有朋自远方来，不亦乐乎？人不知而不愠，不亦君子乎？',
  b2: '其为人也孝弟，而好犯上者，鲜矣；不好犯上，而好作乱者，未之有也。',
  b3: '巧言令色，鲜矣仁。吾日三省吾身：为人谋而不忠乎？与朋友交而不信乎？传不习乎？',
};
const previous: KnownVersion = { isOld: (id) => Object.hasOwn(before, id) };

describe('a passage in its own block', () => {
  it('is exact in unchanged text, and moved when text was inserted before it', () => {
    const passage = passageIn(before, 'b1', '有朋自远方来');
    expect(foundIn(before, passage)).toEqual(['exact', 'b1', '有朋自远方来']);
    expect(foundIn({ ...before, b1: `子曰：${before['b1']}` }, passage)).toEqual(['moved', 'b1', '有朋自远方来']);
  });

  it('is distinguished from equal words by its context', () => {
    const passage = passageIn(before, 'b1', '不亦', 1);
    const after = { ...before, b1: `子曰：“${before['b1']}”` };
    const found = createPassageFinder(blocksOf(after)).find(passage);
    expect(found).toMatchObject({ state: 'moved', start: { blockId: 'b1', offset: (before['b1'] ?? '').indexOf('不亦乐') + 4 } });
  });

  it('is fuzzy when characters of it changed, even if its old text now occurs elsewhere', () => {
    const passage = passageIn(before, 'b1', '有朋自远方来');
    const after = { ...before, b1: before['b1']?.replace('远方来', '遠方来') ?? '', b4: '有朋自远方来，是《论语》的名句。' };
    expect(foundIn(after, passage, previous)).toEqual(['fuzzy', 'b1', '有朋自遠方来']);
    expect(foundIn(after, passage)).toEqual(['fuzzy', 'b1', '有朋自遠方来']);
  });

  it('includes text that was inserted into it, and not text that was inserted after it', () => {
    const passage = passageIn(before, 'b3', '吾日三省吾身：为人谋而不忠乎？');
    const inside = { ...before, b3: before['b3']?.replace('吾身：', '吾身，日日如此：') ?? '' };
    expect(foundIn(inside, passage)).toEqual(['fuzzy', 'b3', '吾日三省吾身，日日如此：为人谋而不忠乎？']);
    const behind = { ...before, b3: before['b3']?.replace('忠乎？', '忠乎？为国谋而不忠乎？') ?? '' };
    expect(foundIn(behind, passage)).toEqual(['exact', 'b3', '吾日三省吾身：为人谋而不忠乎？']);
  });

  it('keeps the half that remains when the other half was deleted', () => {
    const passage = passageIn(before, 'b3', '为人谋而不忠乎？与朋友交而不信乎？');
    const after = { ...before, b3: before['b3']?.replace('与朋友交而不信乎？传不习乎？', '') ?? '' };
    expect(foundIn(after, passage)).toEqual(['fuzzy', 'b3', '为人谋而不忠乎？']);
  });

  it('is not found when it was deleted, although the same words occur in other blocks and next to it', () => {
    const passage = passageIn(before, 'b1', '不亦', 1);
    const after = { ...before, b1: before['b1']?.replace('不亦乐乎？', '') ?? '', b4: '不亦快哉' };
    expect(foundIn(after, passage, previous)).toBeUndefined();
    const sentence = passageIn(before, 'b3', '与朋友交而不信乎？');
    expect(foundIn({ ...before, b3: before['b3']?.replace('与朋友交而不信乎？', '') ?? '' }, sentence, previous)).toBeUndefined();
  });

  it('is found by the text that it had last when it differs from what the user selected', () => {
    const first = passageIn(before, 'b1', '有朋自远方来');
    const second = { ...before, b1: before['b1']?.replace('有朋自远方来', '有友从远方至') ?? '' };
    const passage = { ...first, quote: { ...first.quote, current: '有友从远方至' } };
    expect(foundIn(second, passage)).toEqual(['fuzzy', 'b1', '有友从远方至']);
    expect(foundIn(before, passage)).toEqual(['exact', 'b1', '有朋自远方来']);
  });

  it('does not depend on white space', () => {
    const passage = passageIn(before, 'b1', '有朋自远方来');
    const after = { ...before, b1: before['b1']?.replace('有朋自远方来', ' 有朋\n自远方来') ?? '' };
    expect(foundIn(after, passage)).toEqual(['moved', 'b1', '有朋\n自远方来']);
  });
});

describe('a passage whose block was divided, merged or moved', () => {
  it('is found in the new block that has its part of the text', () => {
    const passage = passageIn(before, 'b3', '与朋友交');
    const [head = '', tail = ''] = before['b3']?.split('与朋友') ?? [];
    expect(foundIn({ ...before, b3: head, b4: `与朋友${tail}` }, passage, previous)).toEqual(['moved', 'b4', '与朋友交']);
  });

  it('is found whole when it was torn apart between two blocks', () => {
    const passage = passageIn(before, 'b3', '不忠乎？与朋友');
    const [head = '', tail = ''] = before['b3']?.split('与朋友') ?? [];
    expect(foundIn({ ...before, b3: head, b4: `与朋友${tail}` }, passage, previous)).toEqual(['moved', 'b3', '不忠乎？\n与朋友']);
  });

  it('is found in the block with which its block was merged', () => {
    const passage = passageIn(before, 'b2', '未之有也');
    const blocks = [
      { id: 'b1', text: `${before['b1']}${before['b2']}`, formerIds: ['b2'] },
      { id: 'b3', text: before['b3'] ?? '' },
    ];
    expect(createPassageFinder(blocks).find(passage, previous)).toMatchObject({ state: 'moved', start: { blockId: 'b1' } });
  });

  it('keeps one of two blocks when these were separated', () => {
    const text = `${before['b1']?.slice(-9)}\n${before['b2']}`;
    const first = passageIn({ x: Object.values(before).join('\n') }, 'x', text);
    const passage = {
      ...first,
      blocks: {
        start: { blockId: 'b1', offset: (before['b1'] ?? '').length - 9 },
        end: { blockId: 'b2', offset: (before['b2'] ?? '').length },
      },
    };
    const after = { b2: before['b2'] ?? '', b3: before['b3'] ?? '', b1: before['b1'] ?? '' };
    expect(foundIn(after, passage, previous)).toEqual(['fuzzy', 'b2', before['b2']]);
  });

  it('is found in its block wherever that is now', () => {
    const passage = passageIn(before, 'b1', '有朋自远方来');
    const after = { b3: before['b3'] ?? '', b2: before['b2'] ?? '', b1: before['b1'] ?? '' };
    expect(foundIn(after, passage)).toEqual(['exact', 'b1', '有朋自远方来']);
  });
});

describe('a passage whose block no longer exists', () => {
  const passage = passageIn(before, 'b2', '孝弟');
  const { b2 = '', ...rest } = before;

  it('is found in a new block with the same surroundings, a word with reservation', () => {
    expect(foundIn({ ...rest, b9: b2 }, passage, previous)).toEqual(['fuzzy', 'b9', '孝弟']);
    const inPlace = { b1: before['b1'] ?? '', b9: b2, b3: before['b3'] ?? '' };
    expect(foundIn(inPlace, passageIn(before, 'b2', '而好犯上者，鲜矣'))).toEqual(['moved', 'b9', '而好犯上者，鲜矣']);
  });

  it('is not found in other surroundings, nor in a block that existed before', () => {
    expect(foundIn({ ...rest, b9: '入则孝，出则弟；孝弟也者，其为仁之本与！' }, passage, previous)).toBeUndefined();
    expect(foundIn({ ...rest, b9: '入则孝，出则弟；孝弟也者，其为仁之本与！' }, passage)).toBeUndefined();
    expect(foundIn({ ...rest, b9: b2 }, passage, { isOld: () => true })).toBeUndefined();
  });
});

describe('a bookmark', () => {
  const bookmark = (blockId: string, offset: number): Required<Omit<SoughtPassage, 'isOrphan'>> => {
    const passage = passageIn(before, blockId, before[blockId]?.slice(offset, offset + 1) ?? '');
    return {
      blocks: { start: passage.blocks?.start ?? { blockId, offset }, end: passage.blocks?.start ?? { blockId, offset } },
      quote: { exact: '', prefix: passage.quote.prefix, suffix: passage.quote.exact + passage.quote.suffix },
    };
  };

  it('stays before the text that followed it', () => {
    expect(createPassageFinder(blocksOf(before)).find(bookmark('b2', 0))).toMatchObject({
      state: 'exact',
      start: { blockId: 'b2', offset: 0 },
    });
    const after = { ...before, b2: `有子曰：${before['b2']}` };
    expect(createPassageFinder(blocksOf(after)).find(bookmark('b2', 0))).toMatchObject({
      state: 'moved',
      start: { blockId: 'b2', offset: 4 },
    });
  });

  it('stays in its block when the text around it was replaced', () => {
    const after = { b1: '第一段。', b2: '完全改写。', b3: '第三段。' };
    expect(createPassageFinder(blocksOf(after)).find(bookmark('b2', 0))).toMatchObject({ start: { blockId: 'b2', offset: 0 } });
  });
});

describe('a long passage', () => {
  const sentences = Array.from({ length: 120 }, (_, at) => `第${at}句讲的是第${at * 7}件事情。`);
  const long = { b1: '前言在此。', b2: sentences.join(''), b3: '后记在此。' };

  it('is found by its two ends when its middle was rewritten', () => {
    const passage = passageIn(long, 'b2', sentences.slice(10, 90).join(''));
    const after = { ...long, b2: long.b2.replace('第50句讲的是第350件事情。', '此处已经改写。') };
    const found = foundIn(after, passage);
    expect(found?.[0]).toBe('fuzzy');
    expect(found?.[2]).toBe(sentences.slice(10, 90).join('').replace('第50句讲的是第350件事情。', '此处已经改写。'));
  });

  it('is anchored although all of its 20,000 characters moved', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => `第${at}句讲的是第${at * 7}件事情。`)
      .join('')
      .slice(0, 20_000);
    const passage = passageIn({ b1: many }, 'b1', many);
    expect(foundIn({ b1: `新的开头。${many}` }, passage)?.[2]).toBe(many);
  }, 20_000);

  it('of more than 20,000 characters, of which the quote is the beginning, extends to its end point', () => {
    const many = Array.from({ length: 3_000 }, (_, at) => `第${at}句讲的是第${at * 7}件事情。`).join('');
    const whole = passageIn({ b1: many }, 'b1', many);
    expect(foundIn({ b1: many }, { ...whole, quote: { ...whole.quote, exact: many.slice(0, 20_000) } })).toEqual(['exact', 'b1', many]);
  });

  it('is given up when all of its 20,000 characters were replaced', () => {
    const many = (word: string): string =>
      Array.from({ length: 2_000 }, (_, at) => `${word}${at}句讲的是第${at * 7}件事情。`)
        .join('')
        .slice(0, 20_000);
    const passage = passageIn({ b1: many('第') }, 'b1', many('第'));
    const other = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 37) % 9_000))).join('');
    expect(foundIn({ b1: other }, passage)).toBeUndefined();
  }, 30_000);

  it('that was an orphan, and one of a rewritten block, is found elsewhere by its two ends', () => {
    const textOf = (first: number): string =>
      Array.from({ length: 2_000 }, (_, at) => `第${first + at}句讲的是第${at * 7}件事情。`)
        .join('')
        .slice(0, 20_000);
    const old = { b1: `前言。${textOf(0)}后记。` };
    const passage = passageIn(old, 'b1', textOf(0));
    const other = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 37) % 9_000))).join('');
    const returned = { b1: other, b9: `前言。${textOf(0).replace('第900句', '第九百句')}后记。` };
    expect(foundIn(returned, { ...passage, isOrphan: true })?.[2]).toBe(textOf(0).replace('第900句', '第九百句'));
    expect(foundIn({ b1: other }, { ...passage, isOrphan: true })).toBeUndefined();
    const deleted: KnownVersion = {
      isOld: (id) => id === 'b1',
      counterpartsOf: (_, quote) => ({
        offsets: Array.from(quote, () => -1),
        alternatives: Array.from(quote, () => -1),
        replacements: Array.from(quote, () => -1),
        isAmbiguous: Array.from(quote, () => false),
        replacement: undefined,
      }),
    };
    expect(foundIn(returned, passage, deleted)?.[1]).toBe('b9');
  }, 20_000);
});
