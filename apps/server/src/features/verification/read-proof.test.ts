/** Tests of sending the proofs of an application to editors. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { readProof } from './read-proof.ts';
import { applicationOf, submitTeacher } from './testing/applications.ts';
import { createVerificationFixture, type VerificationFixture } from './testing/verification-fixture.ts';

testAccess('readProof', ['editor', 'admin'], 'platform');

let fixture: VerificationFixture;
beforeAll(async () => {
  fixture = await createVerificationFixture();
});
afterAll(() => fixture?.drop());

const read = (id: string, fileId: string) => readProof(fixture.deps, fixture.caller('editor'), { id, fileId }, {} as never);

it('only the proofs of the application are sent, each as an audit event', async () => {
  const userId = await fixture.user();
  const [proof, other] = [fixture.file(userId), fixture.file(userId)];
  await submitTeacher(fixture, userId, [proof]);
  const { id } = await applicationOf(fixture, userId);
  await read(id, proof);
  expect(fixture.sentFiles).toEqual([[userId, proof]]);
  expect(await fixture.auditEventsOf(id)).toEqual([{ action: 'application.readProof', reason: '' }]);
  expect(await outcomeOf(read(id, other))).toBe('file.notFound');
  expect(await outcomeOf(read('none', proof))).toBe('application.notFound');
  expect(fixture.sentFiles).toHaveLength(1);
});
