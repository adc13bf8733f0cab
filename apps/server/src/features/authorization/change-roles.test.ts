import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPassword } from '../account/set-password.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from '../account/testing/account-fixture.ts';
import { rolesChangedTopic, setRoles } from './change-roles.ts';
import { highestRole } from './grants.ts';

let fixture: AccountFixture;
let usersCreated = 0;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const aUser = async () => {
  const tel = `1371111${String(++usersCreated).padStart(4, '0')}`;
  const token = (await fixture.signInBySms(tel)).dpAuthToken;
  const who = await fixture.authenticate(token);
  if (who.kind !== 'reader') throw new Error('the new session is not live');
  const published: unknown[] = [];
  fixture.events.subscribe(rolesChangedTopic(who.reader.userId), (data) => published.push(data));
  const rolesNow = async () => {
    const now = await fixture.authenticate(token);
    return now.kind === 'reader' ? now.reader.roles.toSorted() : now.kind;
  };
  return { tel, token, userId: who.reader.userId, published, rolesNow };
};

describe('changing the roles of a user', () => {
  it('takes effect at the next call of an existing session, and is published once', async () => {
    const { userId, published, rolesNow } = await aUser();
    expect(await setRoles(fixture.account, userId, { add: ['editor', 'teacher'] }, 'commandLine')).toEqual(['editor', 'reader', 'teacher']);
    expect(await rolesNow()).toEqual(['editor', 'reader', 'teacher']);
    expect(await setRoles(fixture.account, userId, { remove: ['editor'] }, 'commandLine')).toEqual(['reader', 'teacher']);
    expect(await rolesNow()).toEqual(['reader', 'teacher']);
    expect(published).toHaveLength(2);
  });

  it('publishes nothing when no role changes', async () => {
    const { userId, published } = await aUser();
    expect(await setRoles(fixture.account, userId, { add: ['reader'], remove: ['admin'] }, 'commandLine')).toEqual(['reader']);
    expect(published).toEqual([]);
  });

  it('never leaves a user without any role', async () => {
    const { userId, published, rolesNow } = await aUser();
    expect(await outcomeOf(setRoles(fixture.account, userId, { remove: ['reader'] }, 'commandLine'))).toBe('request.invalid');
    expect([await rolesNow(), published]).toEqual([['reader'], []]);
  });

  it('can remove the reader role from an operator', async () => {
    const { userId, rolesNow } = await aUser();
    expect(await setRoles(fixture.account, userId, { add: ['finance'], remove: ['reader'] }, 'commandLine')).toEqual(['finance']);
    expect(await rolesNow()).toEqual(['finance']);
    expect(highestRole(['finance'])).toBe('finance');
  });
});

describe('a password set by an operator', () => {
  it('replaces the old one and ends every session', async () => {
    const { tel, token, userId } = await aUser();
    await setPassword(fixture.account, { id: userId, tel }, 'Xin-de-mima-2026', 'commandLine');
    expect(await fixture.authenticate(token)).toEqual({ kind: 'refused', code: 'requestLogin' });
    const { dpAuthToken } = await fixture.signInByPassword(tel, 'Xin-de-mima-2026');
    expect((await fixture.authenticate(dpAuthToken)).kind).toBe('reader');
    expect(await outcomeOf(setPassword(fixture.account, { id: userId, tel }, '12345678', 'commandLine'))).toBe('account.passwordWeak');
    expect((await fixture.authenticate(dpAuthToken)).kind).toBe('reader');
  });
});
