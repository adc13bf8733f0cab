/** Checks that the parts of a question fit together, before it is stored or shown. Pure. */
import { type ContentNode, contentText, type Interaction, type Question, type ResponseKey } from '@shufang/contract';

export const QUESTION_PROBLEMS = [
  'noText',
  'noInteraction',
  'noKey',
  'slotWithoutInteraction',
  'interactionWithoutSlot',
  'repeatedOption',
  'emptyOption',
  'unknownOption',
  'nothingCorrect',
  'tooManyCorrect',
  'keyOfAnotherType',
  'pointsAboveMaximum',
] as const;
export type QuestionProblem = (typeof QUESTION_PROBLEMS)[number];

/** Ids that a response to an interaction may contain; undefined if it is a text or a file. */
const idsOf = (interaction: Interaction): readonly string[] | undefined => {
  switch (interaction.type) {
    case 'choice':
    case 'inlineChoice':
    case 'order':
      return interaction.options.map(({ id }) => id);
    case 'match':
      return [...interaction.sources, ...interaction.targets].map(({ id }) => id);
    case 'gapMatch':
      return [...interaction.options.map(({ id }) => id), ...interaction.gaps];
    case 'hottext':
      return interaction.texts;
    case 'hotspot':
      return interaction.areas.map(({ id }) => id);
    default:
      return undefined;
  }
};

const RULES: Readonly<Record<Interaction['type'], readonly ResponseKey['rule'][]>> = {
  choice: ['choice', 'map', 'manual'],
  inlineChoice: ['choice', 'map', 'manual'],
  hottext: ['choice', 'map', 'manual'],
  hotspot: ['choice', 'map', 'manual'],
  textEntry: ['text', 'number', 'manual'],
  match: ['pairs', 'map', 'manual'],
  gapMatch: ['pairs', 'map', 'manual'],
  order: ['order', 'manual'],
  extendedText: ['text', 'manual'],
  upload: ['manual'],
};

const optionsOf = (interaction: Interaction) => {
  if (interaction.type === 'match') return [...interaction.sources, ...interaction.targets];
  return 'options' in interaction ? interaction.options : [];
};

const isEmpty = (nodes: readonly ContentNode[]): boolean =>
  contentText(nodes).trim() === '' && !nodes.some((node) => typeof node === 'object' && node.name === 'img');

const idsOfKey = (key: ResponseKey): readonly string[] => {
  if (key.rule === 'choice' || key.rule === 'order') return key.correct;
  if (key.rule === 'pairs') return key.correct.flat();
  return key.rule === 'map' ? key.entries.flatMap(({ value }) => value.split(' ')) : [];
};

const maximumOf = (interaction: Interaction): number => {
  if (interaction.type === 'inlineChoice') return 1;
  const maximum = 'maximumChoices' in interaction ? interaction.maximumChoices : 0;
  return maximum === 0 ? Number.POSITIVE_INFINITY : maximum;
};

const problemsOfKey = (interaction: Interaction, key: ResponseKey): QuestionProblem[] => {
  const found: QuestionProblem[] = [];
  if (!RULES[interaction.type].includes(key.rule)) found.push('keyOfAnotherType');
  const ids = idsOf(interaction);
  if (ids !== undefined && idsOfKey(key).some((id) => !ids.includes(id))) found.push('unknownOption');
  if (key.rule === 'choice') {
    if (key.correct.length === 0) found.push('nothingCorrect');
    if (new Set(key.correct).size > maximumOf(interaction)) found.push('tooManyCorrect');
    if (key.incompleteMilli > key.milli) found.push('pointsAboveMaximum');
  }
  if (key.rule === 'text' && key.accepted.some(({ milli }) => milli > key.milli)) found.push('pointsAboveMaximum');
  if (key.rule === 'text' && key.accepted.every(({ text }) => text.trim() === '')) found.push('nothingCorrect');
  if (key.rule === 'map' && !key.entries.some(({ milli }) => milli > 0)) found.push('nothingCorrect');
  if (key.rule === 'number' && key.withoutUnitMilli > key.milli) found.push('pointsAboveMaximum');
  return found;
};

/** Returns a text without the places at which it is answered; passages that can be chosen are part of the text. */
const withoutSlots = (nodes: readonly ContentNode[]): ContentNode[] =>
  nodes.flatMap((node): ContentNode[] => {
    if (typeof node === 'string') return [node];
    const children = withoutSlots(node.children ?? []);
    if (node.name === 'slot') return children;
    return [node.children === undefined ? node : { ...node, children }];
  });

const slotsIn = (nodes: readonly ContentNode[]): string[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    return [...(node.name === 'slot' ? [node.attributes?.interaction ?? ''] : []), ...slotsIn(node.children ?? [])];
  });

/** Returns what is wrong with a question; nothing if it can be shown and scored. Each problem is named once. */
export const findQuestionProblems = ({ view, key }: Question): readonly QuestionProblem[] => {
  const found: QuestionProblem[] = [];
  const slots = new Set(slotsIn(view.body));
  const interactions = Object.entries(view.interactions);
  if (isEmpty(withoutSlots(view.body))) found.push('noText');
  if (interactions.length === 0) found.push('noInteraction');
  if ([...slots].some((id) => view.interactions[id] === undefined)) found.push('slotWithoutInteraction');
  for (const [id, interaction] of interactions) {
    if (!slots.has(id)) found.push('interactionWithoutSlot');
    const ids = idsOf(interaction) ?? [];
    if (new Set(ids).size < ids.length) found.push('repeatedOption');
    if (optionsOf(interaction).some((option) => isEmpty(option.content))) found.push('emptyOption');
    const responseKey = key.responses[id];
    found.push(...(responseKey === undefined ? ['noKey' as const] : problemsOfKey(interaction, responseKey)));
  }
  return [...new Set(found)];
};
