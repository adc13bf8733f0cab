/** Writes the keys of a question as response declarations and response processing of QTI 3. Pure. */
import type { Interaction, Question, ResponseKey } from '@shufang/contract';
import { parseWrittenNumber } from '../scoring/written-number.ts';
import { type XmlElement, xmlElement } from '../xml/xml-element.ts';

const MILLI = 1000;

export const pointsText = (milli: number): string => String(milli / MILLI);

const values = (name: string, texts: readonly string[]): XmlElement =>
  xmlElement(name, {}, ...texts.map((text) => xmlElement('qti-value', {}, text)));

const mapping = (
  milli: number,
  defaultMilli: number,
  entries: readonly { value: string; milli: number; isCaseSensitive?: boolean }[],
): XmlElement =>
  xmlElement(
    'qti-mapping',
    { 'lower-bound': 0, 'upper-bound': pointsText(milli), 'default-value': pointsText(defaultMilli) },
    ...entries.map((entry) =>
      xmlElement('qti-map-entry', {
        'map-key': entry.value,
        'mapped-value': pointsText(entry.milli),
        'case-sensitive': entry.isCaseSensitive === undefined ? undefined : String(entry.isCaseSensitive),
      }),
    ),
  );

/** Returns a number as a decimal: QTI has no fractions. */
const decimalOf = (written: string): string => {
  const parsed = parseWrittenNumber(written);
  if (parsed === undefined) return '0';
  return String(Number(parsed.value.numerator) / Number(parsed.value.denominator));
};

const declarationAttributes = (id: string, interaction: Interaction, key: ResponseKey): Record<string, string> => {
  const one = (cardinality: string, baseType: string) => ({ identifier: id, cardinality, 'base-type': baseType });
  switch (interaction.type) {
    case 'choice':
    case 'hottext':
    case 'hotspot':
      return one(interaction.maximumChoices === 1 ? 'single' : 'multiple', 'identifier');
    case 'inlineChoice':
      return one('single', 'identifier');
    case 'match':
    case 'gapMatch':
      return one('multiple', 'directedPair');
    case 'order':
      return one('ordered', 'identifier');
    case 'textEntry':
      return one('single', key.rule === 'number' ? 'float' : 'string');
    case 'extendedText':
      return one('single', 'string');
    case 'upload':
      return one('single', 'file');
  }
};

const keyElements = (key: ResponseKey): XmlElement[] => {
  switch (key.rule) {
    case 'choice':
    case 'order':
      return [values('qti-correct-response', key.correct)];
    case 'pairs': {
      const pairs = key.correct.map((pair) => pair.join(' '));
      const share = Math.round(key.milli / Math.max(1, pairs.length));
      return [
        values('qti-correct-response', pairs),
        ...(key.isPartial
          ? [
              mapping(
                key.milli,
                0,
                pairs.map((value) => ({ value, milli: share })),
              ),
            ]
          : []),
      ];
    }
    case 'map': {
      const right = key.entries.filter((entry) => entry.milli > 0).map(({ value }) => value);
      return [...(right.length === 0 ? [] : [values('qti-correct-response', right)]), mapping(key.milli, key.defaultMilli, key.entries)];
    }
    case 'text': {
      const right = key.accepted.find((entry) => entry.milli === key.milli) ?? key.accepted[0];
      return [
        values('qti-correct-response', [right?.text ?? '']),
        mapping(
          key.milli,
          0,
          key.accepted.map(({ text, milli }) => ({ value: text, milli, isCaseSensitive: key.isCaseSensitive })),
        ),
      ];
    }
    case 'number':
      return [values('qti-correct-response', [decimalOf(key.value)])];
    case 'manual':
      return [];
  }
};

const single = ({ attributes }: XmlElement): boolean => attributes['cardinality'] === 'single';

/** A mapping of one choice to points has one correct response. */
const withOneCorrect = (declaration: XmlElement): XmlElement => {
  if (!single(declaration)) return declaration;
  return {
    ...declaration,
    children: declaration.children.map((child) =>
      typeof child !== 'string' && child.name === 'qti-correct-response' ? { ...child, children: child.children.slice(0, 1) } : child,
    ),
  };
};

export const declarationElement = (id: string, interaction: Interaction, key: ResponseKey): XmlElement =>
  withOneCorrect(xmlElement('qti-response-declaration', declarationAttributes(id, interaction, key), ...keyElements(key)));

const float = (text: string): XmlElement => xmlElement('qti-base-value', { 'base-type': 'float' }, text);
const variable = (identifier: string): XmlElement => xmlElement('qti-variable', { identifier });
const correct = (identifier: string): XmlElement => xmlElement('qti-correct', { identifier });
const addToScore = (value: XmlElement): XmlElement =>
  xmlElement('qti-set-outcome-value', { identifier: 'SCORE' }, xmlElement('qti-sum', {}, variable('SCORE'), value));

const conditionElement = (...branches: readonly (readonly [test: XmlElement, milli: number])[]): XmlElement =>
  xmlElement(
    'qti-response-condition',
    {},
    ...branches.map(([test, milli], index) =>
      xmlElement(index === 0 ? 'qti-response-if' : 'qti-response-else-if', {}, test, addToScore(float(pointsText(milli)))),
    ),
  );

const isMatch = (id: string): XmlElement => xmlElement('qti-match', {}, variable(id), correct(id));

const ruleElements = (id: string, key: ResponseKey): XmlElement[] => {
  switch (key.rule) {
    case 'choice':
      return key.incompleteMilli === 0
        ? [conditionElement([isMatch(id), key.milli])]
        : [conditionElement([isMatch(id), key.milli], [xmlElement('qti-contains', {}, correct(id), variable(id)), key.incompleteMilli])];
    case 'order':
      return [conditionElement([isMatch(id), key.milli])];
    case 'pairs':
      return key.isPartial
        ? [addToScore(xmlElement('qti-map-response', { identifier: id }))]
        : [conditionElement([isMatch(id), key.milli])];
    case 'map':
    case 'text':
      return [addToScore(xmlElement('qti-map-response', { identifier: id }))];
    case 'number': {
      const { kind, amount } = key.tolerance;
      const tolerance = kind === 'absolute' ? decimalOf(amount) : String(Number(decimalOf(amount)) * 100);
      const test = xmlElement('qti-equal', { 'tolerance-mode': kind, tolerance: `${tolerance} ${tolerance}` }, variable(id), correct(id));
      return [conditionElement([test, key.milli])];
    }
    case 'manual':
      return [];
  }
};

/** Whether standard QTI says everything about a key; the reader of this product would find the same one. */
export const isPlainKey = (key: ResponseKey): boolean => key.rule === 'choice' && key.incompleteMilli === 0;

const MATCH_CORRECT = 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml';

export const processingElement = ({ view, key }: Question): XmlElement => {
  const ids = Object.keys(view.interactions);
  const [only] = ids;
  const onlyKey = only === 'RESPONSE' && ids.length === 1 ? key.responses[only] : undefined;
  if (onlyKey !== undefined && isPlainKey(onlyKey) && onlyKey.milli === MILLI)
    return xmlElement('qti-response-processing', { template: MATCH_CORRECT });
  return xmlElement(
    'qti-response-processing',
    {},
    ...ids.flatMap((id) => {
      const responseKey = key.responses[id];
      return responseKey === undefined ? [] : ruleElements(id, responseKey);
    }),
  );
};
