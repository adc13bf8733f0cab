/** Converts the form of a question to the question that is shown and stored. */
import { type NotationParts, readInlineNotation, readNotation, TRUE_FALSE } from '@shufang/assessment';
import type { ContentNode, Interaction, Question, QuestionOption, ResponseKey } from '@shufang/contract';
import type { EditedOption, EditedPart, EditedQuestion } from './edited-question.ts';

/** Returns points as thousandths; 0 for what is no number. */
const milliOf = (points: string): number => {
  const value = Number(points.trim());
  return Number.isFinite(value) ? Math.max(0, Math.min(1_000_000, Math.round(value * 1000))) : 0;
};

type Built = readonly [Interaction, ResponseKey];

const optionsFrom = (options: readonly EditedOption[], parts: NotationParts): QuestionOption[] =>
  options.map(({ id, text, isFixed }) => ({
    id,
    content: readInlineNotation(text, parts),
    ...(isFixed && id !== TRUE_FALSE[0] && id !== TRUE_FALSE[1] ? { isFixed } : {}),
  }));

const rightIds = (options: readonly { id: string; isRight: boolean }[]): string[] =>
  options.filter(({ isRight }) => isRight).map(({ id }) => id);

/** Returns units of `m 米=1; cm=1/100`; parts in another form are left out. */
const unitsFrom = (text: string): { names: string[]; factor: string }[] =>
  text.split(/[;；\n]/).flatMap((each) => {
    const [names = '', factor = '1'] = each.split('=');
    const list = names.split(/[\s,，、]+/).filter((name) => name !== '');
    return list.length === 0 ? [] : [{ names: list, factor: factor.trim() === '' ? '1' : factor.trim() }];
  });

const numericKey = (part: EditedPart): ResponseKey => {
  const milli = milliOf(part.points);
  const units = unitsFrom(part.units);
  return {
    rule: 'number',
    milli,
    value: part.value.trim(),
    tolerance: { kind: part.toleranceKind, amount: part.tolerance.trim() === '' ? '0' : part.tolerance.trim() },
    units,
    withoutUnitMilli: units.length === 0 || part.unitlessPoints.trim() === '' ? milli : milliOf(part.unitlessPoints),
  };
};

const textKey = (part: EditedPart): ResponseKey => {
  const milli = milliOf(part.points);
  const texts = part.accepted
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  return {
    rule: 'text',
    milli,
    accepted: (texts.length === 0 ? [''] : texts).map((text) => ({ text, milli })),
    isCaseSensitive: part.isCaseSensitive,
  };
};

const matching = (part: EditedPart, notation: NotationParts): Built => {
  const used = part.pairs.filter(({ source, target }) => source.trim() !== '' || target.trim() !== '');
  // The same target may belong to several sources.
  const targets = [...new Map(used.toReversed().map(({ targetId, target }) => [target.trim(), targetId]))].toReversed();
  const idOf = new Map(targets);
  return [
    {
      type: 'match',
      sources: used.map(({ id, source }) => ({ id, content: readInlineNotation(source, notation) })),
      targets: [
        ...targets.map(([target, id]) => ({ id, content: readInlineNotation(target, notation) })),
        ...optionsFrom(
          part.extras.filter(({ text }) => text.trim() !== ''),
          notation,
        ),
      ],
      isShuffled: part.isShuffled,
    },
    {
      rule: 'pairs',
      milli: milliOf(part.points),
      correct: used.map(({ id, target, targetId }) => [id, idOf.get(target.trim()) ?? targetId]),
      isPartial: part.isPartial,
    },
  ];
};

/** `passages`: what the text says about the passages of the part. */
const build = (part: EditedPart, notation: NotationParts, passages: readonly { id: string; isRight: boolean }[]): Built => {
  const milli = milliOf(part.points);
  const options = optionsFrom(part.options, notation);
  const { isShuffled, isPartial } = part;
  const right = rightIds(part.options);
  switch (part.kind) {
    case 'preserved':
      if (part.preserved === undefined) throw new Error(`part ${part.id} has no content`);
      return [part.preserved.interaction, part.preserved.key];
    case 'single':
    case 'trueFalse':
      return [
        { type: 'choice', options, maximumChoices: 1, isShuffled },
        { rule: 'choice', milli, correct: right, incompleteMilli: 0 },
      ];
    case 'multiple':
      return [
        { type: 'choice', options, maximumChoices: 0, isShuffled },
        { rule: 'choice', milli, correct: right, incompleteMilli: Math.min(milli, milliOf(part.incompletePoints)) },
      ];
    case 'inline':
      return [
        { type: 'inlineChoice', options, isShuffled },
        { rule: 'choice', milli, correct: right, incompleteMilli: 0 },
      ];
    case 'blank':
      return [{ type: 'textEntry' }, textKey(part)];
    case 'numeric':
      return [{ type: 'textEntry' }, numericKey(part)];
    case 'matching':
      return matching(part, notation);
    case 'ordering':
      return [
        { type: 'order', options, isShuffled },
        { rule: 'order', milli, correct: options.map(({ id }) => id), isPartial },
      ];
    case 'gaps':
      return [
        { type: 'gapMatch', options, gaps: part.gaps.map(({ id }) => id), isShuffled },
        { rule: 'pairs', milli, correct: part.gaps.map(({ id, optionId }) => [optionId === '' ? '_' : optionId, id]), isPartial },
      ];
    case 'hottext': {
      const correct = rightIds(passages);
      return [
        { type: 'hottext', texts: passages.map(({ id }) => id), maximumChoices: correct.length === 1 ? 1 : 0 },
        { rule: 'choice', milli, correct, incompleteMilli: 0 },
      ];
    }
    case 'hotspot': {
      const correct = rightIds(part.areas);
      return [
        {
          type: 'hotspot',
          picture: part.picture,
          areas: part.areas.map(({ id, shape, coordinates, label }) => ({
            id,
            shape,
            coordinates: coordinates
              .split(/[,，\s]+/)
              .map(Number)
              .filter(Number.isFinite),
            label,
          })),
          maximumChoices: correct.length === 1 ? 1 : 0,
        },
        { rule: 'choice', milli, correct, incompleteMilli: 0 },
      ];
    }
    case 'text':
    case 'upload': {
      const sample = readNotation(part.sample, notation);
      return [
        { type: part.kind === 'text' ? 'extendedText' : 'upload' },
        { rule: 'manual', milli, ...(sample.length === 0 ? {} : { sample }) },
      ];
    }
  }
};

const slotsIn = (nodes: readonly ContentNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === 'string'
      ? []
      : [...(node.name === 'slot' ? [node.attributes?.interaction ?? ''] : []), ...slotsIn(node.children ?? [])],
  );

const notationPartsOf = ({ parts, pictures, preservedNodes }: EditedQuestion): NotationParts => ({
  interactions: parts.map(({ id }) => id),
  gaps: Object.fromEntries(parts.filter(({ kind }) => kind === 'gaps').map(({ id, gaps }) => [id, gaps.map((gap) => gap.id)])),
  pictures,
  preserved: [...preservedNodes],
});

/** Returns separate labels of a text with commas or spaces between them. */
export const labelsFrom = (text: string): string[] => [...new Set(text.split(/[,，、;；\s]+/).filter((label) => label !== ''))];

/**
 * Returns the question of a form. An interaction that the text does not place follows the text. The question may have problems
 * (`findQuestionProblems`), which the form shows.
 */
export const questionFromForm = (edited: EditedQuestion): Question => {
  const notation = notationPartsOf(edited);
  const passages = new Map<string, { id: string; isRight: boolean }[]>();
  const body = readNotation(edited.body, notation, (id, text) => {
    const list = passages.get(id) ?? [];
    const passage = { id: `T${list.length + 1}`, isRight: text.startsWith('=') };
    passages.set(id, [...list, passage]);
    return passage.id;
  });
  const placed = new Set(slotsIn(body));
  const missing = edited.parts.filter(({ id, kind }) => !placed.has(id) && kind !== 'gaps' && kind !== 'hottext');
  const after = missing.map(({ id }): ContentNode => ({ name: 'slot', attributes: { interaction: id } }));
  const built = edited.parts.map((part) => [part.id, ...build(part, notation, passages.get(part.id) ?? [])] as const);
  return {
    view: {
      id: 'item',
      title: edited.title.trim(),
      body: [...body, ...after],
      interactions: Object.fromEntries(built.map(([id, each]) => [id, each])),
    },
    key: {
      responses: Object.fromEntries(built.map(([id, , key]) => [id, key])),
      explanation: readNotation(edited.explanation, notation),
    },
  };
};
