import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chineseIssue, describeIssue } from './chinese-issues.ts';

const before = z.config().localeError;
beforeAll(() => {
  z.config({ localeError: chineseIssue });
});
afterAll(() => {
  z.config(before === undefined ? {} : { localeError: before });
});

describe('a schema violation', () => {
  const cases: [z.ZodType, unknown, string][] = [
    [z.object({ q: z.string().max(200) }), { q: '字'.repeat(201) }, 'q 不能超过 200 个字符'],
    [z.object({ q: z.string().min(2) }), { q: '字' }, 'q 不能少于 2 个字符'],
    [z.object({ q: z.string().min(1) }), { q: '' }, 'q 不能为空'],
    [z.object({ q: z.string() }), {}, 'q 不能缺少'],
    [z.object({ q: z.string() }), { q: 1 }, 'q 应为文字'],
    [z.object({ limit: z.coerce.number() }), { limit: 'x' }, 'limit 应为数字'],
    [z.object({ limit: z.number().int() }), { limit: 1.5 }, 'limit 应为整数'],
    [z.object({ limit: z.number().max(100) }), { limit: 101 }, 'limit 不能大于 100'],
    [z.object({ limit: z.number().min(1) }), { limit: 0 }, 'limit 不能小于 1'],
    [z.object({ limit: z.number().positive() }), { limit: 0 }, 'limit 必须大于 0'],
    [z.object({ limit: z.number().multipleOf(5) }), { limit: 4 }, 'limit 应为 5 的倍数'],
    [z.object({ sort: z.enum(['newest', 'title']) }), { sort: 'price' }, 'sort 应为以下之一：newest、title'],
    [z.object({ ids: z.array(z.string()).max(2) }), { ids: ['a', 'b', 'c'] }, 'ids 不能超过 2 项'],
    [z.object({ ids: z.array(z.string()) }), { ids: ['a', 2] }, 'ids.1 应为文字'],
    [z.object({ id: z.string().regex(/^[a-z]+$/) }), { id: '1' }, 'id 格式有误'],
    [z.object({ at: z.iso.datetime() }), { at: 'now' }, 'at 应为日期和时间'],
    [z.strictObject({}), { extra: 1 }, '含有不认识的项目：extra'],
    [z.object({ either: z.union([z.string(), z.number()]) }), { either: {} }, 'either 内容有误'],
    [z.object({ tel: z.string().regex(/^1/, '手机号码格式错误') }), { tel: '2' }, '手机号码格式错误'],
    [z.object({}), null, '应为对象'],
  ];
  test.each(cases)('%# has a plain Chinese message', (schema, value, expected) => {
    const { error } = schema.safeParse(value);
    expect(error && describeIssue(error)).toBe(expected);
  });
});
