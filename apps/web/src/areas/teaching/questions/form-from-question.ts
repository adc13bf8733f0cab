/** Converts a stored question to the form in which it is edited. */
import { type NotationParts, TRUE_FALSE, writeNotation } from '@shufang/assessment';
import type { ContentNode, Interaction, Question, QuestionLabels, QuestionOption, ResponseKey } from '@shufang/contract';
import { type EditedOption, type EditedPart, type EditedQuestion, emptyPart, emptyQuestion, type PartKind } from './edited-question.ts';

const pointsOf = (milli: number): string => String(milli / 1000);

const optionsOf = (options: readonly QuestionOption[], right: readonly string[], notation: NotationParts): EditedOption[] =>
  options.map(({ id, content, isFixed = false }) => ({ id, text: writeNotation(content, notation), isRight: right.includes(id), isFixed }));

const isTrueFalse = (options: readonly QuestionOption[]): boolean =>
  options.length === 2 && options.every(({ id }, index) => id === TRUE_FALSE[index]);

const choicePart = (
  part: (kind: PartKind) => EditedPart,
  each: Extract<Interaction, { type: 'choice' }>,
  key: Extract<ResponseKey, { rule: 'choice' }>,
  notation: NotationParts,
): EditedPart | undefined => {
  if (each.maximumChoices > 1) return undefined;
  const kind = isTrueFalse(each.options) ? 'trueFalse' : each.maximumChoices === 1 ? 'single' : 'multiple';
  return {
    ...part(kind),
    options: optionsOf(each.options, key.correct, notation),
    isShuffled: each.isShuffled,
    incompletePoints: pointsOf(key.incompleteMilli),
  };
};

const matchPart = (
  base: EditedPart,
  each: Extract<Interaction, { type: 'match' }>,
  key: Extract<ResponseKey, { rule: 'pairs' }>,
  notation: NotationParts,
): EditedPart | undefined => {
  const targetOf = new Map(key.correct);
  if ((each.maximumPerSource ?? 1) !== 1 || targetOf.size !== key.correct.length || targetOf.size !== each.sources.length) return undefined;
  const textOfTarget = new Map(each.targets.map(({ id, content }) => [id, writeNotation(content, notation)]));
  const used = new Set(targetOf.values());
  return {
    ...base,
    isShuffled: each.isShuffled,
    isPartial: key.isPartial,
    pairs: each.sources.map(({ id, content }) => {
      const targetId = targetOf.get(id) ?? '';
      return { id, source: writeNotation(content, notation), targetId, target: textOfTarget.get(targetId) ?? '' };
    }),
    extras: optionsOf(
      each.targets.filter(({ id }) => !used.has(id)),
      [],
      notation,
    ),
  };
};

/** Returns the part of an interaction; undefined if the form has no fields for it. */
const editedPartOf = (id: string, each: Interaction, key: ResponseKey, notation: NotationParts): EditedPart | undefined => {
  const part = (kind: PartKind): EditedPart => ({ ...emptyPart(kind, []), id, points: pointsOf(key.milli) });
  if (each.type === 'choice') return key.rule === 'choice' ? choicePart(part, each, key, notation) : undefined;
  if (each.type === 'inlineChoice')
    return key.rule === 'choice' && key.correct.length === 1
      ? { ...part('inline'), options: optionsOf(each.options, key.correct, notation), isShuffled: each.isShuffled }
      : undefined;
  if (each.type === 'textEntry' && key.rule === 'number')
    return {
      ...part('numeric'),
      value: key.value,
      tolerance: key.tolerance.amount,
      toleranceKind: key.tolerance.kind,
      units: key.units.map(({ names, factor }) => `${names.join(' ')}=${factor}`).join('; '),
      unitlessPoints: key.withoutUnitMilli === key.milli ? '' : pointsOf(key.withoutUnitMilli),
    };
  if (each.type === 'textEntry' && key.rule === 'text')
    return key.accepted.every(({ milli, text }) => milli === key.milli && text === text.trim() && text !== '' && !text.includes('\n'))
      ? { ...part('blank'), accepted: key.accepted.map(({ text }) => text).join('\n'), isCaseSensitive: key.isCaseSensitive }
      : undefined;
  if (each.type === 'match') return key.rule === 'pairs' ? matchPart(part('matching'), each, key, notation) : undefined;
  if (each.type === 'order') {
    if (key.rule !== 'order' || key.correct.length !== each.options.length) return undefined;
    const inOrder = key.correct.flatMap((right) => each.options.find((option) => option.id === right) ?? []);
    return {
      ...part('ordering'),
      options: optionsOf(inOrder, [], notation),
      isShuffled: each.isShuffled,
      isPartial: key.isPartial,
    };
  }
  if (each.type === 'gapMatch') {
    const optionOf = key.rule === 'pairs' ? new Map(key.correct.map(([option, gap]) => [gap, option])) : undefined;
    if (key.rule !== 'pairs' || optionOf?.size !== key.correct.length || optionOf.size !== each.gaps.length) return undefined;
    return {
      ...part('gaps'),
      options: optionsOf(each.options, [], notation),
      gaps: each.gaps.map((gap) => ({ id: gap, optionId: optionOf.get(gap) ?? '' })),
      isShuffled: each.isShuffled,
      isPartial: key.isPartial,
    };
  }
  if (each.type === 'hottext') {
    const isPlain = key.rule === 'choice' && key.incompleteMilli === 0 && each.maximumChoices === (key.correct.length === 1 ? 1 : 0);
    return isPlain ? part('hottext') : undefined;
  }
  if (each.type === 'hotspot') {
    if (key.rule !== 'choice' || key.incompleteMilli !== 0 || each.maximumChoices !== (key.correct.length === 1 ? 1 : 0)) return undefined;
    return {
      ...part('hotspot'),
      picture: each.picture,
      areas: each.areas.map((area) => ({ ...area, coordinates: area.coordinates.join(','), isRight: key.correct.includes(area.id) })),
    };
  }
  if (key.rule !== 'manual' || (each.type === 'extendedText' && each.expectedLines !== undefined)) return undefined;
  return { ...part(each.type === 'upload' ? 'upload' : 'text'), sample: writeNotation(key.sample ?? [], notation) };
};

const picturesIn = (nodes: readonly ContentNode[]): { src: string; alt: string }[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const { src = '', alt = '' } = node.attributes ?? {};
    return [...(node.name === 'img' ? [{ src, alt }] : []), ...picturesIn(node.children ?? [])];
  });

/** Marks the passages that are right by an equals sign. */
const withRightPassages = (nodes: readonly ContentNode[], right: ReadonlySet<string>): ContentNode[] =>
  nodes.map((node) => {
    if (typeof node === 'string') return node;
    const { interaction = '', part = '' } = node.attributes ?? {};
    const children = withRightPassages(node.children ?? [], right);
    if (node.children === undefined) return node;
    return { ...node, children: node.name === 'slot' && right.has(`${interaction} ${part}`) ? ['=', ...children] : children };
  });

const textsOf = ({ view, key }: Question): (readonly ContentNode[])[] => [
  view.body,
  key.explanation,
  ...Object.values(view.interactions).flatMap((each) => {
    if (each.type === 'match') return [...each.sources, ...each.targets].map(({ content }) => content);
    return 'options' in each ? each.options.map(({ content }) => content) : [];
  }),
  ...Object.values(key.responses).flatMap((each) => (each.rule === 'manual' ? [each.sample ?? []] : [])),
];

/** Returns the form of a question. `labels`: what a teacher noted about it. */
export const formFromQuestion = (question: Question, labels: QuestionLabels): EditedQuestion => {
  const { view, key } = question;
  const interactions = Object.keys(view.interactions);
  const notation: NotationParts = {
    interactions,
    gaps: Object.fromEntries(
      Object.entries(view.interactions).flatMap(([id, each]) => (each.type === 'gapMatch' ? [[id, each.gaps]] : [])),
    ),
    pictures: [
      ...new Map(
        textsOf(question)
          .flatMap(picturesIn)
          .map((picture) => [picture.src, picture]),
      ).values(),
    ],
    preserved: [],
  };
  const right = new Set(
    Object.entries(view.interactions).flatMap(([id, each]) => {
      const responseKey = key.responses[id];
      return each.type === 'hottext' && responseKey?.rule === 'choice' ? responseKey.correct.map((part) => `${id} ${part}`) : [];
    }),
  );
  const form = {
    ...emptyQuestion('text'),
    title: view.title,
    body: writeNotation(withRightPassages(view.body, right), notation),
    parts: Object.entries(view.interactions).flatMap(([id, each]) => {
      const responseKey = key.responses[id];
      if (responseKey === undefined) return [];
      const part = editedPartOf(id, each, responseKey, notation);
      return [part ?? { ...emptyPart('text', []), id, kind: 'preserved' as const, preserved: { interaction: each, key: responseKey } }];
    }),
    explanation: writeNotation(key.explanation, notation),
    pictures: [...notation.pictures],
    tags: labels.tags.join('，'),
    knowledgePoints: labels.knowledgePoints.join('，'),
    folderId: labels.folderId ?? '',
    difficulty: labels.difficulty === undefined ? '' : String(labels.difficulty),
  };
  // The writer has added the elements without a notation while it wrote the texts above.
  return { ...form, preservedNodes: [...notation.preserved] };
};
