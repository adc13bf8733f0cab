/** A class of one school is behind one client IP: 300 students look a code up and join at once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP_HOST } from '../../testing/test-server.ts';
import { TEACHING_LIMITS } from './limits.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

const STUDENTS = 300;
const SCHOOL = '203.0.113.7';

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

test('300 students behind one client IP join a class concurrently, although some mistype the code', { timeout: 120_000 }, async () => {
  const { shop } = fixture;
  const { pool } = shop.platform.db;
  await pool.query(`insert into institution (id, name, created_at) values ('school', '江南大学', 0)`);
  await pool.query(
    `insert into institution_license (id, institution_id, scope, modes, networks, starts_at, ends_at, status, created_at)
     values ('license', 'school', 'all', '{ip}', '{203.0.113.0/24}', 0, 99999999999999, 'active', 0)`,
  );
  await shop.platform.institutionNetworks.refresh();
  const group = await fixture.aClass(await fixture.aTeacher());
  const students = await Promise.all(Array.from({ length: STUDENTS }, () => fixture.aUser()));
  const send = async (url: string, headers: Readonly<Record<string, string>>, payload?: object): Promise<string> => {
    const request = { url, headers: { host: APP_HOST, ...headers }, remoteAddress: SCHOOL };
    const response = await shop.request(payload === undefined ? { method: 'GET', ...request } : { method: 'POST', ...request, payload });
    return response.json<{ code: string }>().code;
  };
  const mistyped = TEACHING_LIMITS.wrongClassCodesPerIpPerHour + 10;
  const join = async ({ headers }: { headers: Record<string, string> }, at: number): Promise<string[]> => [
    ...(at < mistyped ? [await send('/api/class/find?code=222222', headers)] : []),
    await send(`/api/class/find?code=${group.code}`, headers),
    await send('/api/class/join', headers, { code: group.code, name: '颜书雅', studentNo: String(at) }),
  ];
  const codes = await Promise.all(students.map(join));
  expect(new Set(codes.slice(0, mistyped).flat())).toEqual(new Set(['class.codeUnknown', 'success']));
  expect(new Set(codes.slice(mistyped).flat())).toEqual(new Set(['success']));
  const after = await pool.query<{ n: number }>(`select count(*)::int as n from class_member where status = 'active'`);
  expect(after.rows[0]?.n).toBe(STUDENTS);
});
