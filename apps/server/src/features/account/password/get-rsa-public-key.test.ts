import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { type AccountFixture, createAccountFixture, encryptPassword, outcomeOf } from '../testing/account-fixture.ts';
import { createPasswordTransport } from './password-transport.ts';

testAccess('getRsaPublicKey', 'everyone');

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

describe('encrypted passwords', () => {
  const open = (encrypted: string) => fixture.account.transport.open(encrypted);

  it('are decrypted once', async () => {
    const encrypted = encryptPassword(await fixture.account.transport.issueKey(), '一个 密码');
    expect(await open(encrypted)).toBe('一个 密码');
    expect(await open(encrypted)).toBeUndefined();
  });

  it('are accepted once when a nonce is used several times concurrently', async () => {
    const key = await fixture.account.transport.issueKey();
    const opened = await Promise.all([1, 2, 3, 4].map(() => open(encryptPassword(key, 'parallel'))));
    expect(opened.filter((password) => password !== undefined)).toHaveLength(1);
  });

  it('are rejected with a nonce that is expired, foreign or altered', async () => {
    const key = await fixture.account.transport.issueKey();
    const altered = `${key.nonce.startsWith('A') ? 'B' : 'A'}${key.nonce.slice(1)}`;
    expect(await open(encryptPassword({ ...key, nonce: altered }, 'x'))).toBeUndefined();
    expect(await open(encryptPassword({ ...key, nonce: 'invented' }, 'x'))).toBeUndefined();
    fixture.clock.advance(5 * 60_000);
    expect(await open(encryptPassword(key, 'x'))).toBeUndefined();
  });

  it('with malformed padding or an unknown plaintext give no result, exactly like each other', async () => {
    const { kid } = await fixture.account.transport.issueKey();
    expect(await open(`${kid}:${Buffer.alloc(384, 1).toString('base64')}`)).toBeUndefined();
    expect(await open(`${kid}:AAAA`)).toBeUndefined();
  });

  it('with an unknown key or another format ask for a reload of the page', async () => {
    const { kid } = await fixture.account.transport.issueKey();
    expect(await outcomeOf(open('no-such-key:AAAA'))).toBe('account.passwordTransport');
    expect(await outcomeOf(open(`nosuchkey:AAAA`))).toBe('account.passwordTransport');
    expect(await outcomeOf(open(kid))).toBe('account.passwordTransport');
  });

  it('use a new key after 24 h, and the old key is accepted ten minutes longer', async () => {
    const old = await fixture.account.transport.issueKey();
    fixture.clock.advance(24 * 3_600_000);
    const fresh = await fixture.account.transport.issueKey();
    expect(fresh.kid).not.toBe(old.kid);
    const late = encryptPassword({ ...old, nonce: fresh.nonce }, 'late');
    expect(await open(late)).toBe('late');
    fixture.clock.advance(10 * 60_000);
    const tooLate = encryptPassword({ ...old, nonce: (await fixture.account.transport.issueKey()).nonce }, 'too late');
    expect(await outcomeOf(open(tooLate))).toBe('account.passwordTransport');
  });

  it('use the same key on all instances, also when these start concurrently', async () => {
    fixture.clock.advance(25 * 3_600_000);
    const { db, clock, keys } = fixture.account;
    const instances = [1, 2, 3].map(() => createPasswordTransport({ db, clock, keys }));
    const issued = await Promise.all(instances.map((instance) => instance.issueKey()));
    expect(new Set(issued.map(({ kid }) => kid)).size).toBe(1);
    const [first, second] = instances;
    const encrypted = encryptPassword((await first?.issueKey()) ?? { kid: '', nonce: '', rsaKey: '' }, 'anywhere');
    expect(await second?.open(encrypted)).toBe('anywhere');
  });
});
