/**
 * Tests of `startInstitution`: it returns the authorization URL of an institution to a browser that stores a random text as proof of the
 * attempt.
 */
import { INSTITUTION_STATE } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { callerOf, payloadOf } from '../account/testing/caller.ts';
import { startInstitution } from './start-institution.ts';
import { createInstitutionFixture, type InstitutionFixture } from './testing/institution-fixture.ts';

testAccess('startInstitution', 'everyone');

let fixture: InstitutionFixture;
beforeAll(async () => {
  fixture = await createInstitutionFixture();
});
afterAll(() => fixture.drop());

const PROOF_HASH = 'x'.repeat(43);

it('returns the URL of the provider and a state, and refuses what cannot be started', async () => {
  const institutionId = await fixture.createInstitution('临渠学院', 'linqu.edu.cn');
  const start = (change: object = {}, dependencies = fixture.institutions) =>
    startInstitution(dependencies, callerOf(), { institutionId, proofHash: PROOF_HASH, returnTo: '/', bind: false, ...change });
  const started = await payloadOf(start());
  expect(started.state.startsWith(INSTITUTION_STATE)).toBe(true);
  expect(started.url).toContain(started.state);
  expect(started.expiresAt).toBeGreaterThan(fixture.clock.now());
  expect(await outcomeOf(start({ bind: true }))).toBe('requestLogin');
  expect(await outcomeOf(start({ institutionId: 'nowhere' }))).toBe('institution.notFound');
  expect(await outcomeOf(start({ institutionId: undefined }))).toBe('institution.notFound');
  expect(await outcomeOf(start({}, { ...fixture.institutions, local: undefined }))).toBe('institution.signInOff');
});
