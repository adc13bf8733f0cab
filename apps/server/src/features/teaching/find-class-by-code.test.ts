/** Tests what an invited student sees of a class before signing in. */
import type { ClassInvitation } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { TEACHING_LIMITS } from './limits.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

testAccess('findClassByCode', 'everyone');

/** Returns the n-th code that no class has. */
const unknownCode = (n: number): string => `2222${String.fromCodePoint(65 + Math.floor(n / 8))}${2 + (n % 8)}`;
let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('an anonymous user sees the name, term, teacher and book of a class, and guesses are limited per client IP', async () => {
  const { code, teacher } = await fixture.aClass(await fixture.aTeacher());
  const found = await fixture.get<ClassInvitation>(`/api/class/find?code=${code}`);
  expect(found.payload).toEqual({
    name: '文学 1 班',
    term: '2026 年秋季学期',
    teacher,
    book: expect.any(String) as string,
    joinPolicy: 'open',
    probationDays: 14,
  });
  const guess = async (n: number) => (await fixture.get(`/api/class/find?code=${unknownCode(n)}`)).code;
  for (let n = 0; n < TEACHING_LIMITS.wrongClassCodesPerIpPerHour; n += 1) expect(await guess(n)).toBe('class.codeUnknown');
  expect(await guess(60)).toBe('class.codeTries');
});
