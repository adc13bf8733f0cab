import { expect, test } from 'vitest';
import { checkText } from './check-text.ts';
import { HTTP_LIMITS } from './limits.ts';

const outcomeOf = (value: unknown): string => {
  try {
    checkText(value);
    return 'accepted';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
const keys = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0]));

test.each<[string, unknown, string]>([
  ['as deep as it may be', nested(HTTP_LIMITS.bodyDepth), 'accepted'],
  ['deeper', nested(HTTP_LIMITS.bodyDepth + 1), '内容的嵌套层数过多'],
  ['as deep as a body can be', nested(500_000), '内容的嵌套层数过多'],
  ['of as many keys as it may have', keys(HTTP_LIMITS.bodyKeys), 'accepted'],
  ['of more keys', keys(HTTP_LIMITS.bodyKeys + 1), '内容的项目过多'],
  ['of more keys in all', [keys(HTTP_LIMITS.bodyKeys), { one: 1 }], '内容的项目过多'],
  ['of many numbers', { list: Array.from({ length: 500_000 }, () => 0) }, 'accepted'],
  ['with NUL in a value', { a: [{ b: 'x\0' }] }, '内容中含有不允许的空字符'],
  ['with NUL in a key', { a: [{ 'x\0': 1 }] }, '内容中含有不允许的空字符'],
  ['with half a character', ['\ud800'], '内容中含有不完整的字符，请重新输入'],
  ['that is a text with NUL', '\0', '内容中含有不允许的空字符'],
  ['that is nothing', null, 'accepted'],
])('a body %s', (_, value, outcome) => {
  expect(outcomeOf(value)).toBe(outcome);
});
