import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { highestRole } from './policy.ts';
import { rolesChangedTopic, setRoles } from './roles.ts';
import { setPassword } from './set-password.ts';
import { type AccountFixture, createAccountFixture, outcomeOf } from './testing/account-fixture.ts';

let fixture: AccountFixture;
let peopleMade = 0;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const aPerson = async () => {
  const tel = `1371111${String(++peopleMade).padStart(4, '0')}`;
  const token = (await fixture.signInBySms(tel)).dpAuthToken;
  const who = await fixture.authenticate(token);
  if (who.kind !== 'reader') throw new Error('the new session is not live');
  const told: unknown[] = [];
  fixture.events.subscribe(rolesChangedTopic(who.reader.userId), (data) => told.push(data));
  const rolesNow = async () => {
    const now = await fixture.authenticate(token);
    return now.kind === 'reader' ? now.reader.roles.toSorted() : now.kind;
  };
  return { tel, token, userId: who.reader.userId, told, rolesNow };
};

describe('changing what a person is', () => {
  it('counts at the very next call of the session they have, and is announced once', async () => {
    const { userId, told, rolesNow } = await aPerson();
    expect(await setRoles(fixture.account, userId, { add: ['editor', 'teacher'] }, 'commandLine')).toEqual(['editor', 'reader', 'teacher']);
    expect(await rolesNow()).toEqual(['editor', 'reader', 'teacher']);
    expect(await setRoles(fixture.account, userId, { remove: ['editor'] }, 'commandLine')).toEqual(['reader', 'teacher']);
    expect(await rolesNow()).toEqual(['reader', 'teacher']);
    expect(told).toHaveLength(2);
  });

  it('that changes nothing is not announced', async () => {
    const { userId, told } = await aPerson();
    expect(await setRoles(fixture.account, userId, { add: ['reader'], remove: ['admin'] }, 'commandLine')).toEqual(['reader']);
    expect(told).toEqual([]);
  });

  it('never leaves a person without any role', async () => {
    const { userId, told, rolesNow } = await aPerson();
    expect(await outcomeOf(setRoles(fixture.account, userId, { remove: ['reader'] }, 'commandLine'))).toBe('request.invalid');
    expect([await rolesNow(), told]).toEqual([['reader'], []]);
  });

  it('can take the reader away from who works here only', async () => {
    const { userId, rolesNow } = await aPerson();
    expect(await setRoles(fixture.account, userId, { add: ['finance'], remove: ['reader'] }, 'commandLine')).toEqual(['finance']);
    expect(await rolesNow()).toEqual(['finance']);
    expect(highestRole(['finance'])).toBe('finance');
  });
});

describe('a password set by an operator', () => {
  it('is the only one from now on, and every session has ended', async () => {
    const { tel, token, userId } = await aPerson();
    await setPassword(fixture.account, { id: userId, tel }, 'Xin-de-mima-2026', 'commandLine');
    expect(await fixture.authenticate(token)).toEqual({ kind: 'refused', code: 'requestLogin' });
    const { dpAuthToken } = await fixture.signInByPassword(tel, 'Xin-de-mima-2026');
    expect((await fixture.authenticate(dpAuthToken)).kind).toBe('reader');
    expect(await outcomeOf(setPassword(fixture.account, { id: userId, tel }, '12345678', 'commandLine'))).toBe('account.passwordWeak');
    expect((await fixture.authenticate(dpAuthToken)).kind).toBe('reader');
  });
});
