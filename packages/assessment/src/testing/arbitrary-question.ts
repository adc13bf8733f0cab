/** Arbitrary questions of the whole model, whose parts fit together, for property tests. */
import type { ContentNode, Interaction, Question, QuestionOption, ResponseKey } from '@shufang/contract';
import fc from 'fast-check';

/** Texts without characters that XML cannot contain. They do not end with white space, which has no meaning there. */
const text = fc
  .string({
    unit: fc.constantFrom('甲', '乙', '丙', 'a', 'b', '1', '2', ' ', '  ', '<', '&', '"', "'", '=', '~', '{', '}', '\n', '（', '√', '𝑥'),
    minLength: 1,
    maxLength: 12,
  })
  .map((each) => `字${each.replace(/\s+$/, '')}`);

const formula: ContentNode = {
  name: 'math',
  attributes: { alt: '\\frac{x}{2}' },
  children: [
    {
      name: 'mfrac',
      children: [
        { name: 'mi', children: ['x'] },
        { name: 'mn', children: ['2'] },
      ],
    },
  ],
};

const inline: fc.Arbitrary<ContentNode> = fc.oneof(
  text,
  text.map((each): ContentNode => ({ name: 'strong', children: [each] })),
  text.map((each): ContentNode => ({ name: 'sub', children: [each] })),
  fc.constant(formula),
  fc.constant<ContentNode>({ name: 'br' }),
);

/** Contents without two texts side by side, which no format tells apart. */
const contents = (minLength: number): fc.Arbitrary<ContentNode[]> =>
  fc
    .array(inline, { minLength, maxLength: 3 })
    .map((nodes) => nodes.filter((node, index) => typeof node !== 'string' || typeof nodes[index - 1] !== 'string'));

const block: fc.Arbitrary<ContentNode> = fc.oneof(
  contents(1).map((children): ContentNode => ({ name: 'p', children })),
  contents(1).map((children): ContentNode => ({ name: 'ul', children: [{ name: 'li', children }] })),
  contents(1).map((children): ContentNode => ({ name: 'table', children: [{ name: 'tr', children: [{ name: 'td', children }] }] })),
);

const optionContent = fc.oneof(
  text.map((each): ContentNode[] => [each]),
  fc.tuple(text, fc.constant(formula)).map(([each, math]): ContentNode[] => [each, math]),
);

const optionsOf = (prefix: string): fc.Arbitrary<QuestionOption[]> =>
  fc
    .array(fc.record({ content: optionContent, isFixed: fc.boolean() }), { minLength: 2, maxLength: 5 })
    .map((list) => list.map(({ content, isFixed }, index) => ({ id: `${prefix}${index + 1}`, content, ...(isFixed ? { isFixed } : {}) })));

const milli = fc.integer({ min: 1, max: 20 }).map((each) => each * 500);
type Part = { readonly nodes: ContentNode[]; readonly interaction: Interaction; readonly key: ResponseKey };
type MakePart = (id: string) => Part;

const slot = (id: string): ContentNode => ({ name: 'slot', attributes: { interaction: id } });
const partSlot = (id: string, part: string, children?: ContentNode[]): ContentNode => ({
  name: 'slot',
  attributes: { interaction: id, part },
  ...(children && { children }),
});

const choicePart = fc.tuple(optionsOf('O'), fc.boolean(), fc.boolean(), milli, fc.nat(4), fc.boolean()).map(
  ([options, isMultiple, isShuffled, points, chosen, isMapped]): MakePart =>
    (id) => {
      const right = options[chosen % options.length]?.id ?? '';
      const correct = isMultiple ? options.slice(0, 2).map((option) => option.id) : [right];
      const key: ResponseKey = isMapped
        ? {
            rule: 'map',
            milli: points,
            entries: [
              { value: right, milli: points },
              { value: options.find((option) => option.id !== right)?.id ?? '', milli: -500 },
            ],
            defaultMilli: 0,
          }
        : { rule: 'choice', milli: points, correct, incompleteMilli: isMultiple ? Math.round(points / 2) : 0 };
      return { nodes: [slot(id)], interaction: { type: 'choice', options, maximumChoices: isMultiple ? 0 : 1, isShuffled }, key };
    },
);

const inlineChoicePart = fc.tuple(optionsOf('I'), milli, fc.boolean()).map(
  ([options, points, isShuffled]): MakePart =>
    (id) => ({
      nodes: [{ name: 'p', children: ['前', slot(id), '后'] }],
      interaction: { type: 'inlineChoice', options, isShuffled },
      key: { rule: 'choice', milli: points, correct: ['I1'], incompleteMilli: 0 },
    }),
);

const textPart = fc
  .tuple(
    fc.array(text, { minLength: 1, maxLength: 3 }),
    milli,
    fc.boolean(),
    fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
  )
  .map(
    ([texts, points, isCaseSensitive, expectedLength]): MakePart =>
      (id) => ({
        nodes: [{ name: 'p', children: ['填', slot(id)] }],
        interaction: { type: 'textEntry', ...(expectedLength === undefined ? {} : { expectedLength }) },
        key: {
          rule: 'text',
          milli: points,
          accepted: texts.map((each, index) => ({ text: each, milli: index === 0 ? points : 500 })),
          isCaseSensitive,
        },
      }),
  );

const numberPart = fc
  .tuple(milli, fc.constantFrom('3.14', '-2', '2/3', '1.5e3'), fc.constantFrom('absolute', 'relative'), fc.boolean())
  .map(
    ([points, value, kind, hasUnits]): MakePart =>
      (id) => ({
        nodes: [{ name: 'p', children: ['数', slot(id)] }],
        interaction: { type: 'textEntry' },
        key: {
          rule: 'number',
          milli: points,
          value,
          tolerance: { kind, amount: '0.01' },
          units: hasUnits ? [{ names: ['m', '米'], factor: '1' }] : [],
          withoutUnitMilli: points,
        },
      }),
  );

const matchPart = fc.tuple(optionsOf('S'), optionsOf('T'), milli, fc.boolean()).map(
  ([sources, targets, points, isPartial]): MakePart =>
    (id) => ({
      nodes: [slot(id)],
      interaction: { type: 'match', sources, targets, isShuffled: true },
      key: { rule: 'pairs', milli: points, correct: sources.map((source): [string, string] => [source.id, 'T1']), isPartial },
    }),
);

const orderPart = fc.tuple(optionsOf('N'), milli, fc.boolean()).map(
  ([options, points, isPartial]): MakePart =>
    (id) => ({
      nodes: [{ name: 'div', children: [slot(id)] }],
      interaction: { type: 'order', options, isShuffled: true },
      key: { rule: 'order', milli: points, correct: options.map((option) => option.id).toReversed(), isPartial },
    }),
);

const gapPart = fc.tuple(optionsOf('W'), milli).map(
  ([options, points]): MakePart =>
    (id) => ({
      nodes: [
        { name: 'p', children: ['空', partSlot(id, `${id}_G1`)] },
        { name: 'p', children: [partSlot(id, `${id}_G2`), '尾'] },
      ],
      interaction: {
        type: 'gapMatch',
        options: options.map((option) => ({ id: option.id, content: option.content })),
        gaps: [`${id}_G1`, `${id}_G2`],
        isShuffled: false,
      },
      key: {
        rule: 'pairs',
        milli: points,
        correct: [
          ['W1', `${id}_G1`],
          ['W2', `${id}_G2`],
        ],
        isPartial: false,
      },
    }),
);

const hottextPart = fc.tuple(text, text, milli).map(
  ([first, second, points]): MakePart =>
    (id) => ({
      nodes: [{ name: 'p', children: ['选', partSlot(id, `${id}_A`, [first]), '或', partSlot(id, `${id}_B`, [second])] }],
      interaction: { type: 'hottext', texts: [`${id}_A`, `${id}_B`], maximumChoices: 1 },
      key: { rule: 'choice', milli: points, correct: [`${id}_B`], incompleteMilli: 0 },
    }),
);

const hotspotPart = milli.map(
  (points): MakePart =>
    (id) => ({
      nodes: [slot(id)],
      interaction: {
        type: 'hotspot',
        picture: 'media/picture-1.png',
        areas: [
          { id: 'H1', shape: 'rect', coordinates: [0, 0, 10, 10], label: '左上' },
          { id: 'H2', shape: 'circle', coordinates: [50, 50, 9], label: '' },
        ],
        maximumChoices: 1,
      },
      key: { rule: 'choice', milli: points, correct: ['H2'], incompleteMilli: 0 },
    }),
);

const manualPart = fc.tuple(milli, fc.boolean(), fc.option(contents(1), { nil: undefined })).map(
  ([points, isUpload, sample]): MakePart =>
    (id) => ({
      nodes: [slot(id)],
      interaction: isUpload ? { type: 'upload' } : { type: 'extendedText', expectedLines: 6 },
      key: { rule: 'manual', milli: points, ...(sample && { sample }) },
    }),
);

const part = fc.oneof(
  choicePart,
  inlineChoicePart,
  textPart,
  numberPart,
  matchPart,
  orderPart,
  gapPart,
  hottextPart,
  hotspotPart,
  manualPart,
);

/** A question with one to three interactions, between texts, lists and tables. */
export const arbitraryQuestion: fc.Arbitrary<Question> = fc
  .record({
    title: fc.oneof(fc.constant(''), text),
    blocks: fc.array(block, { minLength: 1, maxLength: 3 }),
    parts: fc.array(part, { minLength: 1, maxLength: 3 }),
    explanation: fc.oneof(fc.constant<ContentNode[]>([]), contents(1)),
  })
  .map(({ title, blocks, parts, explanation }) => {
    const made = parts.map((make, index) => ({ id: `R${index + 1}`, ...make(`R${index + 1}`) }));
    return {
      view: {
        id: 'q1',
        title: title.replace(/\n/g, ' '),
        body: [{ name: 'p' as const, children: ['题干'] }, ...blocks, ...made.flatMap(({ nodes }) => nodes)],
        interactions: Object.fromEntries(made.map(({ id, interaction }) => [id, interaction])),
      },
      key: { responses: Object.fromEntries(made.map(({ id, key }) => [id, key])), explanation },
    };
  });
