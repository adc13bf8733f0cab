/** Gives a question other points, and every part of it its share. Pure. */
import type { QuestionKey, ResponseKey } from '@shufang/contract';
import { multiply, rational, roundHalfUp } from '../exact/rational.ts';

/** Returns shares of `total` in the proportion of the weights. Their sum is exactly `total`: the largest remainders are rounded up. */
export const apportion = (total: number, weights: readonly number[]): number[] => {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all === 0) return weights.map(() => 0);
  const shares = weights.map((weight) => Math.floor((total * weight) / all));
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % all }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  const rest = total - shares.reduce((sum, share) => sum + share, 0);
  for (const { index } of byRemainder.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
};

const scaleMap = (key: Extract<ResponseKey, { rule: 'map' }>, milli: number, of: (value: number) => number): ResponseKey => {
  const earning = key.entries.filter((entry) => entry.milli > 0);
  const isSum = earning.reduce((sum, entry) => sum + entry.milli, 0) === key.milli;
  // Where the right values together earn all points, they do so afterwards as well.
  const shares = isSum
    ? apportion(
        milli,
        earning.map((entry) => entry.milli),
      )
    : earning.map((entry) => of(entry.milli));
  return {
    ...key,
    milli,
    entries: key.entries.map((entry) => ({ ...entry, milli: entry.milli > 0 ? (shares[earning.indexOf(entry)] ?? 0) : of(entry.milli) })),
    defaultMilli: of(key.defaultMilli),
  };
};

const scaleKey = (key: ResponseKey, milli: number): ResponseKey => {
  const of = (value: number): number => (key.milli === 0 ? 0 : roundHalfUp(multiply(rational(value), rational(milli, key.milli))));
  switch (key.rule) {
    case 'choice':
      return { ...key, milli, incompleteMilli: of(key.incompleteMilli) };
    case 'map':
      return scaleMap(key, milli, of);
    case 'text':
      return { ...key, milli, accepted: key.accepted.map((each) => ({ ...each, milli: of(each.milli) })) };
    case 'number':
      return { ...key, milli, withoutUnitMilli: of(key.withoutUnitMilli) };
    default:
      return { ...key, milli };
  }
};

/** Returns the key with `milli` points for the whole question. A question without points stays without. */
export const scaleQuestionKey = (key: QuestionKey, milli: number): QuestionKey => {
  const parts = Object.entries(key.responses);
  const shares = apportion(
    milli,
    parts.map(([, each]) => each.milli),
  );
  return { ...key, responses: Object.fromEntries(parts.map(([id, each], index) => [id, scaleKey(each, shares[index] ?? 0)])) };
};
