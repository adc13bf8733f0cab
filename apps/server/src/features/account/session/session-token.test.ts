import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveAccountKeys } from '../account-keys.ts';
import { type AccountFixture, createAccountFixture, TEST_SECRET } from '../testing/account-fixture.ts';
import { readSessionToken, sealTokenContent } from './session-token.ts';

let fixture: AccountFixture;
let genuine: string;
beforeAll(async () => {
  fixture = await createAccountFixture();
  genuine = (await fixture.signInBySms('13900000020')).dpAuthToken;
});
afterAll(() => fixture.drop());

const decoded = (): { v: number; kid: string; content: string; mac: string } => JSON.parse(Buffer.from(genuine, 'base64').toString('utf8'));
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
const refusedAs = async (token: string): Promise<unknown> => fixture.authenticate(token);
const REQUEST_LOGIN = { kind: 'refused', code: 'requestLogin' };

describe('the login token', () => {
  it('has the form of the specification and contains neither number nor role', () => {
    const outer = decoded();
    expect(Object.keys(outer)).toEqual(['v', 'kid', 'content', 'mac']);
    expect(Object.keys(JSON.parse(outer.content))).toEqual(['id', 'name', 'avatar', 'deviceType', 'sid', 'iat', 'exp']);
    expect(outer.content).not.toMatch(/1390000|reader/);
  });

  it('is refused with requestLogin after any of 500 mutations', async () => {
    const character = fc.constantFrom(...'ABCDEFabcdef0123456789+/=_- .'.split(''));
    const mutation = fc.oneof(
      fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), character }),
      fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), character }),
      fc.record({ kind: fc.constant('remove' as const), at: fc.nat(), character }),
      fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), character }),
    );
    await fc.assert(
      fc.asyncProperty(mutation, async ({ kind, at, character: written }) => {
        const index = at % genuine.length;
        const head = genuine.slice(0, index);
        const tail = {
          replace: written + genuine.slice(index + 1),
          insert: written + genuine.slice(index),
          remove: genuine.slice(index + 1),
          cut: '',
        };
        const mutated = `${head}${tail[kind]}`;
        // Some mutations are skipped: white space around the token belongs to the header, and an empty token makes the caller anonymous.
        fc.pre(mutated.trim() !== genuine && mutated.trim() !== '');
        expect(await refusedAs(mutated)).toEqual(REQUEST_LOGIN);
      }),
      { numRuns: 500 },
    );
  });

  it('is refused when its fields are edited, reordered or added to', async () => {
    const outer = decoded();
    const content = JSON.parse(outer.content);
    const otherKeys = deriveAccountKeys(Buffer.alloc(32, 9));
    const forged = [
      encoded({ ...outer, content: JSON.stringify({ ...content, id: 'someone-else' }) }),
      encoded({ ...outer, content: JSON.stringify({ ...content, exp: content.exp + 1 }) }),
      encoded({ ...outer, content: JSON.stringify({ ...content, deviceType: 'pc' }) }),
      encoded({ ...outer, v: 2 }),
      encoded({ ...outer, kid: otherKeys.kid }),
      encoded({ ...outer, extra: true }),
      encoded({ kid: outer.kid, v: outer.v, content: outer.content, mac: outer.mac }),
      encoded({ ...outer, mac: '' }),
      encoded([outer]),
      encoded(null),
      Buffer.from(JSON.stringify(outer, null, 1)).toString('base64'),
      Buffer.from(genuine, 'base64').toString('base64url'),
      `${genuine}====`,
      sealTokenContent(otherKeys, JSON.stringify(content)),
      outer.content,
    ];
    const refusals = await Promise.all(forged.filter((token) => token !== genuine).map(refusedAs));
    expect(refusals).toEqual(refusals.map(() => REQUEST_LOGIN));
  });

  it('is refused when it is genuine but its session was never opened', async () => {
    const keys = deriveAccountKeys(TEST_SECRET);
    const content = readSessionToken(keys, genuine);
    if (content === undefined) throw new Error('the genuine token could not be read');
    expect(await refusedAs(sealTokenContent(keys, JSON.stringify({ ...content, sid: 'never-opened' })))).toEqual(REQUEST_LOGIN);
    expect(await refusedAs(sealTokenContent(keys, JSON.stringify({ ...content, id: 'nobody' })))).toEqual(REQUEST_LOGIN);
  });

  it('is valid only for the device type it was made for', async () => {
    expect(await fixture.authenticate(genuine, 'pc')).toEqual(REQUEST_LOGIN);
    expect((await fixture.authenticate(genuine, 'web')).kind).toBe('reader');
  });

  it('leaves a caller without a token anonymous', async () => {
    expect(await fixture.authenticate(undefined)).toEqual({ kind: 'anonymous' });
    expect(await fixture.authenticate('')).toEqual({ kind: 'anonymous' });
  });
});
