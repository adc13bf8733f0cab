/** Reads the answers inside of a cloze text: `{1:SHORTANSWER:=Paris~%50%Lyon}`. Source: docs.moodle.org, Embedded Answers. Pure. */
import type { ContentNode, Interaction, ResponseKey } from '@shufang/contract';
import type { ImportFinding } from '../import/imported-item.ts';
import { parseWrittenNumber } from '../scoring/written-number.ts';

const MILLI = 1000;
const ANSWERS = /\{(\d*):([A-Z_]+):((?:\\[\s\S]|[^}\\])*)\}/g;
const TYPES: readonly (readonly [RegExp, 'text' | 'exact' | 'choice' | 'number'])[] = [
  [/^(?:SHORTANSWER|SA|MW)$/, 'text'],
  [/^(?:SHORTANSWER_C|SAC|MWC)$/, 'exact'],
  [/^(?:MULTICHOICE|MC|MULTICHOICE_S|MCS|MULTICHOICE_[HV]S?|MC[HV]S?)$/, 'choice'],
  [/^(?:NUMERICAL|NM)$/, 'number'],
];

type Entry = { readonly text: string; readonly share: number };

const unescape = (text: string): string => text.replace(/\\([\s\S])/g, '$1').trim();

const entriesOf = (text: string, findings: Set<ImportFinding>): Entry[] =>
  text.split(/(?<!\\)~/).flatMap((part) => {
    const match = /^\s*(=|%(-?\d+(?:\.\d+)?)%)?([\s\S]*)$/.exec(part);
    const [content = '', feedback] = (match?.[3] ?? '').split(/(?<!\\)#/);
    if (feedback !== undefined && feedback.trim() !== '') findings.add('feedback');
    if (content.trim() === '') return [];
    return [{ text: unescape(content), share: match?.[1] === '=' ? 100 : Number(match?.[2] ?? 0) }];
  });

const keyOf = (
  type: string,
  entries: readonly Entry[],
  milli: number,
  findings: Set<ImportFinding>,
): readonly [Interaction, ResponseKey] | undefined => {
  const kind = TYPES.find(([pattern]) => pattern.test(type))?.[1];
  const right = entries.filter(({ share }) => share > 0);
  if (kind === undefined || right.length === 0) return undefined;
  if (!right.some(({ share }) => share === 100) || (kind === 'choice' && entries.length < 2)) findings.add('unusualPoints');
  const pointsOf = ({ share }: Entry): number => Math.round((milli * share) / 100);
  if (kind === 'choice') {
    const options = entries.map(({ text }, index) => ({ id: `O${index + 1}`, content: [text] }));
    const values = entries.map((entry, index) => ({ value: `O${index + 1}`, milli: pointsOf(entry) }));
    const correct = values.filter((value) => value.milli === milli).map(({ value }) => value);
    const isPlain = correct.length === 1 && values.every((value) => value.milli === milli || value.milli === 0);
    return [
      { type: 'inlineChoice', options, isShuffled: false },
      isPlain ? { rule: 'choice', milli, correct, incompleteMilli: 0 } : { rule: 'map', milli, entries: values, defaultMilli: 0 },
    ];
  }
  if (kind === 'number') {
    const [value = '', amount = '0'] = (right[0]?.text ?? '').split(':');
    if (parseWrittenNumber(value)?.unit !== '' || parseWrittenNumber(amount)?.unit !== '') return undefined;
    if (right.length > 1) findings.add('severalNumbers');
    return [
      { type: 'textEntry' },
      { rule: 'number', milli, value, tolerance: { kind: 'absolute', amount }, units: [], withoutUnitMilli: milli },
    ];
  }
  if (right.some(({ text }) => text.includes('*'))) findings.add('wildcard');
  return [
    { type: 'textEntry' },
    {
      rule: 'text',
      milli,
      accepted: right.map((entry) => ({ text: entry.text, milli: pointsOf(entry) })),
      isCaseSensitive: kind === 'exact',
    },
  ];
};

export interface ClozeParts {
  readonly body: ContentNode[];
  readonly interactions: Record<string, Interaction>;
  readonly responses: Record<string, ResponseKey>;
}

/** Returns the text with slots; undefined if an answer has no known form. `milli`: points of the question, shared by weight. */
export const readCloze = (nodes: readonly ContentNode[], wholeMilli: number, findings: Set<ImportFinding>): ClozeParts | undefined => {
  const interactions: Record<string, Interaction> = {};
  const responses: Record<string, ResponseKey> = {};
  const found: { weight: number; type: string; entries: Entry[] }[] = [];
  const cut = (list: readonly ContentNode[]): ContentNode[] =>
    list.flatMap((node): ContentNode[] => {
      if (typeof node !== 'string') return [node.children === undefined ? node : { ...node, children: cut(node.children) }];
      const parts: ContentNode[] = [];
      let start = 0;
      for (const match of node.matchAll(ANSWERS)) {
        found.push({ weight: Math.max(1, Number(match[1] || 1)), type: match[2] ?? '', entries: entriesOf(match[3] ?? '', findings) });
        parts.push(node.slice(start, match.index), { name: 'slot', attributes: { interaction: `R${found.length}` } });
        start = match.index + match[0].length;
      }
      return [...parts, node.slice(start)].filter((part) => part !== '');
    });
  const body = cut(nodes);
  const total = found.reduce((sum, { weight }) => sum + weight, 0);
  if (found.length === 0) return undefined;
  let rest = wholeMilli;
  for (const [index, { weight, type, entries }] of found.entries()) {
    const milli = index === found.length - 1 ? rest : Math.floor((wholeMilli * weight) / total);
    rest -= milli;
    const parts = keyOf(type, entries, milli, findings);
    if (parts === undefined) return undefined;
    [interactions[`R${index + 1}`], responses[`R${index + 1}`]] = parts;
  }
  return { body, interactions, responses };
};

export const MILLI_PER_POINT = MILLI;
