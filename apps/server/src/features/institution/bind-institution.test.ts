/** Tests of `bindInstitution`: an account for a user who came through an institution. */
import { TERMS_VERSION } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { callerOf, payloadOf } from '../account/testing/caller.ts';
import { bindInstitution } from './bind-institution.ts';
import { createInstitutionFixture, type InstitutionFixture } from './testing/institution-fixture.ts';

testAccess('bindInstitution', 'everyone');
testIdempotency('bindInstitution', () => ({ body: { ticket: 'none', terms: TERMS_VERSION }, code: 'institution.signInFailed' }));

let fixture: InstitutionFixture;
beforeAll(async () => {
  fixture = await createInstitutionFixture();
});
afterAll(() => fixture.drop());

it('creates an account without a number, once per ticket, and requires the current terms', async () => {
  const institutionId = await fixture.createInstitution('临渠学院', 'linqu.edu.cn');
  const ticket = await fixture.ticketOf(institutionId, 'yan-hui');
  const bind = (change: object = {}) => bindInstitution(fixture.institutions, callerOf(), { ticket, terms: TERMS_VERSION, ...change });
  expect(await outcomeOf(bind({ terms: TERMS_VERSION + 1 }))).toBe('account.consentOutdated');
  expect(await payloadOf(bind())).toMatchObject({ registered: true });
  expect(await outcomeOf(bind())).toBe('institution.signInFailed');
  const { rows } = await fixture.account.db.pool.query('select tel, nickname from user_account');
  expect(rows).toEqual([{ tel: null, nickname: '临渠学院读者' }]);
  expect(await fixture.signInAt(institutionId, 'yan-hui')).toMatchObject({ outcome: 'signedIn' });
});

it('links the account of a phone number; a wrong code leaves the ticket valid', async () => {
  const institutionId = await fixture.createInstitution('英台大学', 'yingtai.edu.cn');
  const ticket = await fixture.ticketOf(institutionId, 'zi-lu');
  const tel = '13900000921';
  const { userId } = (await fixture.signedInCaller(tel)).reader;
  const bind = (code: string) => bindInstitution(fixture.institutions, callerOf(), { ticket, terms: TERMS_VERSION, tel, code });
  expect(await outcomeOf(bind('000000'))).toBe('account.smsCodeWrong');
  expect(await payloadOf(bind(await fixture.sendCode(tel, { type: 'binding' })))).toMatchObject({ registered: false });
  const { rows } = await fixture.account.db.pool.query('select user_id from institution_link where institution_id = $1', [institutionId]);
  expect(rows).toEqual([{ user_id: userId }]);
});
