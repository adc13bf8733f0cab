/**
 * Finds out how the response processing of a QTI item scores each response, if it does so in one of the usual ways: the standard templates,
 * a condition for each response, and sums of them. Anything else is not guessed. Pure.
 */
import { childNamed, elementsOf, type XmlElement, xmlTextOf } from '../xml/xml-element.ts';

/** How a response earns points. `match`: all of the correct response; `map`: the sum of its mapping; `number`: the correct number. */
export type QtiRule =
  | { readonly kind: 'match'; readonly points: number; readonly incomplete?: number }
  | { readonly kind: 'map' }
  | { readonly kind: 'number'; readonly points: number; readonly tolerance: { kind: 'absolute' | 'relative'; amount: string } };

/** The rule of each response that earns points. */
export type QtiRules = ReadonlyMap<string, QtiRule>;

/** A sum of what responses earn. */
type Sum = ReadonlyMap<string, QtiRule>;
const NOTHING: Sum = new Map();

type Condition = { readonly response: string; readonly test: 'match' | 'part' | 'empty' | 'answered' } | NumberCondition;
type NumberCondition = {
  readonly response: string;
  readonly test: 'number';
  readonly tolerance: { kind: 'absolute' | 'relative'; amount: string };
};

const identifierOf = (element: XmlElement | undefined): string => element?.attributes['identifier'] ?? '';

const numberIn = (element: XmlElement | undefined): number | undefined => {
  if (element?.name !== 'baseValue') return undefined;
  const text = xmlTextOf(element).trim();
  return text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
};

/** Relative tolerances of QTI are in percent. */
const toleranceOf = ({ attributes }: XmlElement): NumberCondition['tolerance'] | undefined => {
  const mode = attributes['toleranceMode'] ?? 'exact';
  if (mode === 'exact') return { kind: 'absolute', amount: '0' };
  const amounts = (attributes['tolerance'] ?? '').trim().split(/\s+/);
  const [first = '', second = first] = amounts;
  if (first === '' || first !== second || !/^\d+(?:\.\d+)?$/.test(first)) return undefined;
  if (mode === 'absolute') return { kind: 'absolute', amount: first };
  return mode === 'relative' ? { kind: 'relative', amount: `${first}/100` } : undefined;
};

const conditionOf = (element: XmlElement | undefined): Condition | undefined => {
  if (element === undefined) return undefined;
  const [first, second, ...more] = elementsOf(element);
  if (more.length > 0) return undefined;
  if (element.name === 'isNull' && first?.name === 'variable') return { response: identifierOf(first), test: 'empty' };
  if (element.name === 'not' && first !== undefined && second === undefined) {
    const inner = conditionOf(first);
    return inner?.test === 'empty' ? { response: inner.response, test: 'answered' } : undefined;
  }
  const variable = [first, second].find((each) => each?.name === 'variable');
  const correct = [first, second].find((each) => each?.name === 'correct');
  if (variable === undefined || correct === undefined || identifierOf(variable) !== identifierOf(correct)) return undefined;
  const response = identifierOf(variable);
  if (element.name === 'match') return { response, test: 'match' };
  if (element.name === 'contains' && first === correct) return { response, test: 'part' };
  const tolerance = element.name === 'equal' ? toleranceOf(element) : undefined;
  return tolerance && { response, test: 'number', tolerance };
};

/** What is known of each outcome; undefined: not known. */
type Outcomes = Map<string, Sum | undefined>;

const added = (a: Sum | undefined, b: Sum | undefined): Sum | undefined => {
  if (a === undefined || b === undefined || [...b.keys()].some((response) => a.has(response))) return undefined;
  return new Map([...a, ...b]);
};

const sumOf = (element: XmlElement | undefined, outcomes: Outcomes): Sum | undefined => {
  if (element === undefined) return undefined;
  if (element.name === 'mapResponse') return new Map([[identifierOf(element), { kind: 'map' }]]);
  if (element.name === 'variable') return outcomes.has(identifierOf(element)) ? outcomes.get(identifierOf(element)) : undefined;
  if (element.name === 'sum')
    return elementsOf(element).reduce<Sum | undefined>((total, each) => added(total, sumOf(each, outcomes)), NOTHING);
  return numberIn(element) === 0 ? NOTHING : undefined;
};

type Branch = { readonly condition: Condition | undefined; readonly sets: ReadonlyMap<string, XmlElement>; readonly isKnown: boolean };

const branchOf = (element: XmlElement): Branch => {
  const children = elementsOf(element);
  const [first, ...rest] = children;
  const statements = element.name === 'responseElse' ? children : rest;
  const sets = statements.filter(({ name }) => name === 'setOutcomeValue');
  return {
    condition: element.name === 'responseElse' ? undefined : conditionOf(first),
    sets: new Map(
      sets.flatMap((set) =>
        elementsOf(set)
          .slice(0, 1)
          .map((value) => [identifierOf(set), value] as const),
      ),
    ),
    isKnown: sets.length === statements.length,
  };
};

/** Returns the points that a branch adds to an outcome: a number, or a sum of the outcome and a number. */
const pointsOf = (value: XmlElement | undefined, outcome: string): { points: number; isAdded: boolean } | undefined => {
  if (value === undefined) return { points: 0, isAdded: true };
  const plain = numberIn(value);
  if (plain !== undefined) return { points: plain, isAdded: false };
  const parts = value.name === 'sum' ? elementsOf(value) : [];
  const own = parts.filter((each) => each.name === 'variable' && identifierOf(each) === outcome);
  const numbers = parts.filter((each) => each.name === 'baseValue').map(numberIn);
  const [points] = numbers;
  return own.length === 1 && numbers.length === 1 && parts.length === 2 && points !== undefined ? { points, isAdded: true } : undefined;
};

/** Returns the rule of the branches for one outcome, and whether it is added to what the outcome had; undefined if it is not known. */
const ruleOf = (branches: readonly Branch[], outcome: string): { response: string; rule: QtiRule; isAdded: boolean } | undefined => {
  let response: string | undefined;
  let right: { test: Condition; points: number } | undefined;
  let incomplete = 0;
  let isAdded: boolean | undefined;
  for (const { condition, sets, isKnown } of branches) {
    const given = pointsOf(sets.get(outcome), outcome);
    if (!isKnown || given === undefined || given.points < 0) return undefined;
    if (condition === undefined || condition.test === 'empty') {
      if (given.points !== 0) return undefined;
      continue;
    }
    if (condition.test === 'answered') return undefined;
    if (response !== undefined && condition.response !== response) return undefined;
    if (isAdded !== undefined && given.isAdded !== isAdded) return undefined;
    ({ response } = condition);
    ({ isAdded } = given);
    if (condition.test === 'part' && right !== undefined) incomplete = given.points;
    else if (condition.test === 'part' || right !== undefined) return undefined;
    else right = { test: condition, points: given.points };
  }
  if (response === undefined || right === undefined || isAdded === undefined || incomplete > right.points) return undefined;
  const { test, points } = right;
  if (test.test === 'number') return { response, isAdded, rule: { kind: 'number', points, tolerance: test.tolerance } };
  return { response, isAdded, rule: { kind: 'match', points, ...(incomplete > 0 ? { incomplete } : {}) } };
};

/** `if the response is empty: 0, else: a mapping` is the mapping, and so is `if it is not empty: a mapping`. */
const emptyElse = (branches: readonly Branch[], outcome: string, outcomes: Outcomes): Sum | undefined => {
  const [first, second] = branches;
  if (branches.length === 1 && first?.condition?.test === 'answered' && first.isKnown) return sumOf(first.sets.get(outcome), outcomes);
  if (branches.length !== 2 || first?.condition?.test !== 'empty' || second?.condition !== undefined || second?.isKnown !== true)
    return undefined;
  const empty = first.sets.get(outcome);
  return empty === undefined || numberIn(empty) === 0 ? sumOf(second.sets.get(outcome), outcomes) : undefined;
};

const applyCondition = (element: XmlElement, outcomes: Outcomes): void => {
  const branches = elementsOf(element).map(branchOf);
  const touched = new Set(branches.flatMap(({ sets }) => [...sets.keys()]));
  // A branch with other statements, such as a nested condition, may set any outcome.
  if (branches.some(({ isKnown }) => !isKnown)) for (const outcome of outcomes.keys()) outcomes.set(outcome, undefined);
  for (const outcome of touched) {
    const found = ruleOf(branches, outcome);
    const before = outcomes.get(outcome) ?? (outcomes.has(outcome) ? undefined : NOTHING);
    if (found === undefined) outcomes.set(outcome, emptyElse(branches, outcome, outcomes));
    else {
      const isAlone = found.isAdded || before?.size === 0;
      outcomes.set(outcome, isAlone ? added(before, new Map([[found.response, found.rule]])) : undefined);
    }
  }
};

const TEMPLATES: readonly (readonly [RegExp, QtiRule])[] = [
  [/(?:^|\/)(?:CC2_)?match_correct(?:\.xml)?$/i, { kind: 'match', points: 1 }],
  [/(?:^|\/)(?:CC2_)?map_response(?:\.xml)?$/i, { kind: 'map' }],
];

/**
 * Returns the rule of each response that earns points; undefined if the processing is not one of the usual ways. An item without
 * processing has none.
 */
export const readQtiScoring = (item: XmlElement, responses: readonly string[]): QtiRules | undefined => {
  const processing = childNamed(item, 'responseProcessing');
  if (processing === undefined) return undefined;
  const { template = processing.attributes['templateLocation'] } = processing.attributes;
  const statements = elementsOf(processing);
  if (template !== undefined && statements.length === 0) {
    const rule = TEMPLATES.find(([pattern]) => pattern.test(template.trim()))?.[1];
    return rule !== undefined && responses.length === 1 && responses[0] === 'RESPONSE' ? new Map([['RESPONSE', rule]]) : undefined;
  }
  const outcomes: Outcomes = new Map([['SCORE', NOTHING]]);
  for (const statement of statements) {
    if (statement.name === 'setOutcomeValue') outcomes.set(identifierOf(statement), sumOf(elementsOf(statement)[0], outcomes));
    else if (statement.name === 'responseCondition') applyCondition(statement, outcomes);
    else return undefined;
  }
  return outcomes.get('SCORE');
};
