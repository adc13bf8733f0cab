/** Makes the keys of a QTI item's interactions, from its response declarations and the rules of its response processing. Pure. */
import type { ContentNode, Interaction, ResponseKey } from '@shufang/contract';
import type { ImportFinding } from '../import/imported-item.ts';
import { parseWrittenNumber } from '../scoring/written-number.ts';
import { childNamed, childrenNamed, type XmlElement, xmlTextOf } from '../xml/xml-element.ts';
import type { QtiRule } from './read-qti-scoring.ts';

const MILLI = 1000;

type MapEntry = { readonly key: string; readonly milli: number; readonly isCaseSensitive: boolean };

export type QtiDeclaration = {
  readonly baseType: string;
  readonly cardinality: string;
  readonly correct: readonly string[];
  readonly mapping?: {
    readonly entries: readonly MapEntry[];
    readonly defaultMilli: number;
    readonly lower?: number;
    readonly upper?: number;
  };
};

const milliOf = (text: string | undefined): number | undefined => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.round(value * MILLI) : undefined;
};

export const readDeclaration = (element: XmlElement): QtiDeclaration => {
  const { baseType = '', cardinality = 'single' } = element.attributes;
  const correct = childNamed(element, 'correctResponse');
  const mapping = childNamed(element, 'mapping');
  const lower = milliOf(mapping?.attributes['lowerBound']);
  const upper = milliOf(mapping?.attributes['upperBound']);
  return {
    baseType,
    cardinality,
    correct: correct === undefined ? [] : childrenNamed(correct, 'value').map((value) => xmlTextOf(value).trim().replace(/\s+/g, ' ')),
    ...(mapping && {
      mapping: {
        entries: childrenNamed(mapping, 'mapEntry').map(({ attributes }) => ({
          key: (attributes['mapKey'] ?? '').trim(),
          milli: milliOf(attributes['mappedValue']) ?? 0,
          isCaseSensitive: (attributes['caseSensitive'] ?? mapping.attributes['caseSensitive']) !== 'false',
        })),
        defaultMilli: milliOf(mapping.attributes['defaultValue']) ?? 0,
        ...(lower === undefined ? {} : { lower }),
        ...(upper === undefined ? {} : { upper }),
      },
    }),
  };
};

type Found = Set<ImportFinding>;
const isNumber = ({ baseType }: QtiDeclaration): boolean => baseType === 'float' || baseType === 'integer';

const numberKey = (value: string, milli: number, tolerance: { kind: 'absolute' | 'relative'; amount: string }): ResponseKey | undefined =>
  parseWrittenNumber(value)?.unit === '' ? { rule: 'number', milli, value, tolerance, units: [], withoutUnitMilli: milli } : undefined;

/** Returns the most that a reader can earn by a mapping. */
const maximumOf = (interaction: Interaction, { mapping, cardinality }: QtiDeclaration): number => {
  const positive = (mapping?.entries ?? []).map(({ milli }) => Math.max(0, milli)).toSorted((a, b) => b - a);
  const most =
    cardinality === 'single'
      ? 1
      : 'maximumChoices' in interaction && interaction.maximumChoices > 0
        ? interaction.maximumChoices
        : positive.length;
  const sum = positive.slice(0, most).reduce((total, each) => total + each, 0);
  return mapping?.upper === undefined ? sum : Math.min(sum, mapping.upper);
};

const textMapKey = (declaration: QtiDeclaration, milli: number, found: Found): ResponseKey | undefined => {
  const entries = declaration.mapping?.entries ?? [];
  const positive = entries.filter((entry) => entry.milli > 0);
  if ((declaration.mapping?.defaultMilli ?? 0) !== 0) found.add('customScoring');
  if (isNumber(declaration)) {
    const [first, ...more] = positive;
    if (first === undefined) return undefined;
    if (more.length > 0) found.add('severalNumbers');
    return numberKey(first.key, milli, { kind: 'absolute', amount: '0' });
  }
  if (new Set(positive.map(({ isCaseSensitive }) => isCaseSensitive)).size > 1) found.add('customScoring');
  const accepted = positive.map((entry) => ({ text: entry.key, milli: Math.min(entry.milli, milli) }));
  return accepted.length === 0 ? undefined : { rule: 'text', milli, accepted, isCaseSensitive: positive[0]?.isCaseSensitive ?? true };
};

const mapKey = (interaction: Interaction, declaration: QtiDeclaration, found: Found): ResponseKey | undefined => {
  const milli = maximumOf(interaction, declaration);
  const { mapping } = declaration;
  if (mapping === undefined) return undefined;
  if (interaction.type === 'textEntry' || interaction.type === 'extendedText') return textMapKey(declaration, milli, found);
  if (interaction.type === 'order' || interaction.type === 'upload') {
    found.add('customScoring');
    return undefined;
  }
  if (mapping.defaultMilli > 0 || (mapping.lower ?? 0) > 0) found.add('customScoring');
  // Without a lower bound of zero, QTI may give less than nothing for an item; here a question never earns less than zero.
  if ((mapping.lower ?? -1) < 0 && (mapping.defaultMilli < 0 || mapping.entries.some((entry) => entry.milli < 0)))
    found.add('unusualPoints');
  return {
    rule: 'map',
    milli,
    entries: mapping.entries.map((entry) => ({ value: entry.key, milli: entry.milli })),
    defaultMilli: mapping.defaultMilli,
  };
};

const matchKey = (
  interaction: Interaction,
  declaration: QtiDeclaration,
  milli: number,
  incompleteMilli: number,
): ResponseKey | undefined => {
  const { correct } = declaration;
  const [first] = correct;
  if (first === undefined) return undefined;
  switch (interaction.type) {
    case 'choice':
    case 'inlineChoice':
    case 'hottext':
    case 'hotspot':
      return { rule: 'choice', milli, correct: [...correct], incompleteMilli };
    case 'match':
    case 'gapMatch':
      return {
        rule: 'pairs',
        milli,
        correct: correct.map((pair): [string, string] => {
          const [source = '', target = ''] = pair.split(' ');
          return [source, target];
        }),
        isPartial: false,
      };
    case 'order':
      return { rule: 'order', milli, correct: [...correct], isPartial: false };
    case 'textEntry':
    case 'extendedText':
      if (isNumber(declaration)) return numberKey(first, milli, { kind: 'absolute', amount: '0' });
      return { rule: 'text', milli, accepted: [{ text: first, milli }], isCaseSensitive: true };
    case 'upload':
      return undefined;
  }
};

export interface QtiKeyParts {
  readonly interaction: Interaction;
  readonly declaration: QtiDeclaration;
  /** Undefined if the response earns nothing by the response processing. */
  readonly rule: QtiRule | undefined;
  /** Whether the rules of the item are known. */
  readonly isKnown: boolean;
  /** Points of a response that a person scores. */
  readonly manualMilli: number;
  readonly sample: readonly ContentNode[] | undefined;
}

const ruleKey = ({ interaction, declaration, rule }: QtiKeyParts, found: Found): ResponseKey | undefined => {
  if (rule === undefined) return undefined;
  if (rule.kind === 'map') return mapKey(interaction, declaration, found);
  const milli = Math.round(rule.points * MILLI);
  if (rule.kind === 'number') return numberKey(declaration.correct[0] ?? '', milli, rule.tolerance);
  return matchKey(interaction, declaration, milli, Math.round((rule.incomplete ?? 0) * MILLI));
};

/** Returns the key of an interaction. What is not certain is added to the findings. */
export const readQtiKey = (parts: QtiKeyParts, found: Found): ResponseKey => {
  const { interaction, declaration, isKnown, manualMilli, sample } = parts;
  const isWritten = interaction.type === 'extendedText' || interaction.type === 'upload';
  const manual: ResponseKey = { rule: 'manual', milli: manualMilli, ...(sample && { sample: [...sample] }) };
  const known = ruleKey(parts, found);
  if (known !== undefined) return known;
  if (isWritten && declaration.mapping === undefined) return manual;
  if (!isKnown || parts.rule === undefined) found.add('customScoring');
  return matchKey(interaction, declaration, MILLI, 0) ?? mapKey(interaction, declaration, found) ?? { rule: 'manual', milli: MILLI };
};
