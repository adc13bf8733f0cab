/** Tests of `importInstitutionMembers`: imports all lines of the list or none. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { payloadOf, signedInCallerOf } from '../account/testing/caller.ts';
import { importInstitutionMembers } from './import-institution-members.ts';
import { createInstitutionFixture, type InstitutionFixture, memberFile } from './testing/institution-fixture.ts';

testAccess('importInstitutionMembers', ['finance', 'orgAdmin', 'admin'], 'institutionId:institution');

testIdempotency('importInstitutionMembers', async ({ aUser, anInstitution }) => ({
  as: await aUser('finance'),
  body: { institutionId: await anInstitution(), file: Buffer.from('手机号,姓名\n13966660001,颜回\n').toString('base64') },
}));

let fixture: InstitutionFixture;
beforeAll(async () => {
  fixture = await createInstitutionFixture();
});
afterAll(() => fixture.drop());

const admin = signedInCallerOf('admin');

it('imports, updates and replaces members, and changes nothing when a line is invalid', async () => {
  const institutionId = await fixture.createInstitution('临渠学院', 'linqu.edu.cn');
  const run = (file: string, replace = false) => importInstitutionMembers(fixture.institutions, admin, { institutionId, file, replace });
  expect(await payloadOf(run(memberFile('2026001,139,颜回', '2026002,,端木赐')))).toMatchObject({ added: 0, errors: [{ line: 2 }] });
  expect(await run(memberFile('2026001,13900000926,颜回', '2026002,,端木赐'))).toMatchObject({
    payload: { added: 2, changed: 0, removed: 0 },
    say: '新增 2 人，更新 0 人，移出 0 人',
  });
  expect(await payloadOf(run(memberFile('2026001,13900000926,颜子')))).toMatchObject({ added: 0, changed: 1, removed: 0 });
  expect(await payloadOf(run(memberFile('2026003,,冉有'), true))).toMatchObject({ added: 1, changed: 0, removed: 2 });
});

it('a preview shows who is added, changed and removed, and stores nothing', async () => {
  const institutionId = await fixture.createInstitution('预览学院', 'preview.edu.cn');
  const run = (file: string, isPreview: boolean, replace = false) =>
    importInstitutionMembers(fixture.institutions, admin, { institutionId, file, replace, isPreview });
  const first = memberFile('2026001,,颜回', '2026002,,端木赐', '2026003,,冉有');
  const preview = await payloadOf(run(first, true));
  expect(preview).toMatchObject({ added: 3, changed: 0, removed: 0, unchanged: 0 });
  expect(preview.members[0]).toEqual({ line: 2, name: '颜回', studentNo: '2026001', phone: '', change: 'added' });
  expect(await payloadOf(run(first, true))).toEqual(preview);
  await run(first, false);
  expect(await payloadOf(run(memberFile('2026001,,颜子', '2026003,,冉有'), true, true))).toMatchObject({
    added: 0,
    changed: 1,
    removed: 1,
    unchanged: 1,
    members: [
      { line: 2, name: '颜子', change: 'changed' },
      { name: '端木赐', studentNo: '2026002', change: 'removed' },
    ],
  });
  expect(await payloadOf(run(memberFile('2026001,,颜回', '2026002,,端木赐'), true))).toMatchObject({ changed: 0, unchanged: 2 });
});

it('does not find an institution that does not exist', async () => {
  const input = { institutionId: 'nowhere', file: memberFile('2026001,,颜回'), replace: false };
  expect(await outcomeOf(importInstitutionMembers(fixture.institutions, admin, input))).toBe('institution.notFound');
});
