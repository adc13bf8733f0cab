/** Tests of the requirements of security.md §5 for login tokens: a forged, altered or ended token is never accepted. */
import { type DeviceCode, LIMITS } from '@shufang/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../platform/logger.ts';
import { openRedis } from '../../../platform/redis-connection.ts';
import { createRedisEvents } from '../../../platform/redis-events.ts';
import { createRedisRateLimiter } from '../../../platform/redis-rate-limit.ts';
import { scaled } from '../../../platform/testing/load-scale.ts';
import { startTestRedis } from '../../../platform/testing/test-redis.ts';
import { deriveAccountKeys } from '../account-keys.ts';
import { createAuthenticator } from '../authenticate.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { findOrRegister } from '../create-users.ts';
import { endSession, revokeSessions } from '../sessions.ts';
import { type AccountFixture, createAccountFixture, TEST_SECRET } from '../testing/account-fixture.ts';
import { readSessionToken, sealTokenContent } from './session-token.ts';

const MUTATIONS = scaled(5_000);
const ROUNDS = Number(process.env['SESSION_ROUNDS'] ?? scaled(200));
const SIGN_INS_A_ROUND = 50;

const keys = deriveAccountKeys(TEST_SECRET);
const otherKeys = deriveAccountKeys(Buffer.alloc(32, 9));

let fixture: AccountFixture;
let usersCreated = 0;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const aUser = async () => (await findOrRegister(fixture.account, `1351111${String(++usersCreated).padStart(4, '0')}`)).user;
type User = Awaited<ReturnType<typeof aUser>>;
const signIn = async (user: User, deviceCode: DeviceCode = 'web'): Promise<string> =>
  (await completeSignIn(fixture.account, user, { deviceCode, deviceId: undefined, userAgent: '' })).dpAuthToken;
const sidOf = (token: string): string => readSessionToken(keys, token)?.sid ?? '';
/** Returns `live` for an accepted login token, else the error code with which it is refused. */
const resultOf = async (token: string, deviceCode: DeviceCode = 'web'): Promise<string> => {
  const who = await fixture.authenticate(token, deviceCode);
  return who.kind === 'refused' ? who.code : who.kind === 'reader' ? 'live' : who.kind;
};

interface Parts {
  v: number;
  kid: string;
  content: string;
  mac: string;
}
const partsOf = (token: string): Parts => JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as Parts;
const joined = (parts: object, encoding: BufferEncoding = 'base64'): string => Buffer.from(JSON.stringify(parts)).toString(encoding);

describe(`${MUTATIONS} mutations of genuine tokens`, () => {
  it('are all refused with requestLogin', async () => {
    const user = await aUser();
    const [mine, other] = [await signIn(user), await signIn(await aUser())];
    const genuine = partsOf(mine);
    const foreign = partsOf(other);
    const content = JSON.parse(genuine.content) as Record<string, unknown>;
    const at = fc.nat({ max: mine.length * 8 - 1 });
    const mutation: fc.Arbitrary<string> = fc.oneof(
      // Mutation: a bit of the encoded login token is flipped.
      at.map((bit) => {
        const bytes = Buffer.from(mine, 'latin1');
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        return bytes.toString('latin1');
      }),
      // Mutation: a bit of the decoded login token is flipped.
      at.map((bit) => {
        const bytes = Buffer.from(mine, 'base64');
        const index = (bit >> 3) % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ (1 << (bit & 7));
        return bytes.toString('base64');
      }),
      fc.nat({ max: mine.length - 1 }).map((end) => mine.slice(0, end)),
      fc.tuple(at, fc.base64String({ minLength: 1, maxLength: 8 })).map(([from, text]) => {
        const index = from % mine.length;
        return mine.slice(0, index) + text + mine.slice(index);
      }),
      // Mutation: the login token is written in another encoding.
      fc
        .constantFrom(
          joined(genuine, 'base64url'),
          mine.replace(/=+$/, ''),
          `${mine}=`,
          `${mine}====`,
          mine.toLowerCase(),
          joined(genuine, 'hex'),
        )
        .map((text) => text),
      fc.constantFrom(1, 2, 4).map((indent) => Buffer.from(JSON.stringify(genuine, null, indent)).toString('base64')),
      fc
        .shuffledSubarray(['v', 'kid', 'content', 'mac'], { minLength: 1 })
        .map((names) => joined(Object.fromEntries(names.map((name) => [name, genuine[name as keyof Parts]])))),
      // Mutation: fields of the login token are changed, or exchanged with those of another genuine token.
      fc.base64String({ minLength: 8, maxLength: 8 }).map((kid) => joined({ ...genuine, kid })),
      fc.integer({ min: 2 }).map((v) => joined({ ...genuine, v })),
      fc.string().map((mac) => joined({ ...genuine, mac })),
      fc.constantFrom(
        joined({ ...genuine, mac: foreign.mac }),
        joined({ ...genuine, content: foreign.content }),
        joined({ ...foreign, mac: genuine.mac }),
      ),
      fc
        .tuple(
          fc.constantFrom('id', 'name', 'avatar', 'deviceType', 'sid', 'iat', 'exp'),
          fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
        )
        .map(([field, value]) => joined({ ...genuine, content: JSON.stringify({ ...content, [field]: value }) })),
      fc.string().map((extra) => joined({ ...genuine, extra })),
      // Mutation: the login token is signed with another key, or with ours for a session that was never opened.
      fc.constant(sealTokenContent(otherKeys, genuine.content)),
      fc
        .base64String({ minLength: 24, maxLength: 24 })
        .map((sid) => sealTokenContent(keys, JSON.stringify({ ...JSON.parse(genuine.content), sid }))),
    );
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(mutation, async (token) => {
        // Some mutations are skipped: white space around a login token belongs to the header, and an empty token makes the caller
        // anonymous.
        fc.pre(token.trim() !== mine && token.trim() !== '' && token.trim() !== 'dp-token');
        tried += 1;
        expect(await resultOf(token)).toBe('requestLogin');
      }),
      { numRuns: MUTATIONS },
    );
    expect(tried).toBeGreaterThanOrEqual(MUTATIONS);
    expect(await resultOf(mine)).toBe('live');
    console.info(`${tried} mutated tokens, 0 accepted`);
  }, 120_000);
});

describe('a genuine token', () => {
  it('gets the reason why its session ended: replaced sessions get their own code, all others must sign in again', async () => {
    const [replaced, signedOut, revoked, expired] = [await aUser(), await aUser(), await aUser(), await aUser()];
    const tokens = {
      replaced: await signIn(replaced),
      signedOut: await signIn(signedOut),
      revoked: await signIn(revoked),
      expired: await signIn(expired),
    };
    await signIn(replaced);
    await endSession(fixture.account, sidOf(tokens.signedOut));
    await revokeSessions(fixture.account, revoked.id);
    const statuses = async () =>
      Promise.all([resultOf(tokens.replaced), resultOf(tokens.signedOut), resultOf(tokens.revoked), resultOf(tokens.replaced, 'pc')]);
    expect(await statuses()).toEqual(['userBeenKickedOut', 'requestLogin', 'requestLogin', 'requestLogin']);
    // Later sign-ins, sign-outs and revocations neither make an ended login token valid again nor change the error code with which it is
    // refused.
    for (const user of [replaced, signedOut, revoked]) await endSession(fixture.account, sidOf(await signIn(user)));
    await revokeSessions(fixture.account, replaced.id);
    expect(await statuses()).toEqual(['userBeenKickedOut', 'requestLogin', 'requestLogin', 'requestLogin']);
    expect(await resultOf(tokens.expired)).toBe('live');
    fixture.clock.advance(LIMITS.sessionLifetimeMs);
    expect(await Promise.all(Object.values(tokens).map((token) => resultOf(token)))).toEqual(Object.keys(tokens).map(() => 'requestLogin'));
  });

  it('is not restored by a new process or an emptied Redis, and a live one is not lost', async () => {
    // A Redis for this test alone, which is emptied and stopped below; every part of the account slice that can use Redis uses this one.
    const ownRedis = await startTestRedis();
    const redis = openRedis(ownRedis.url, { warn: () => undefined });
    const events = await createRedisEvents(ownRedis.url, createLogger('silent'));
    const account = { ...fixture.account, events, limiter: createRedisRateLimiter(redis, fixture.clock) };
    const user = await aUser();
    const signInThere = async (deviceCode: DeviceCode): Promise<string> => {
      await account.limiter.take(`sign-in:${user.id}`, { points: 10, windowMs: 60_000 });
      return (await completeSignIn(account, user, { deviceCode, deviceId: undefined, userAgent: '' })).dpAuthToken;
    };
    const [old, live, signedOut] = [await signInThere('web'), await signInThere('web'), await signInThere('pc')];
    await endSession(account, sidOf(signedOut));
    expect(await redis.dbsize()).toBeGreaterThan(0);
    await redis.flushall();
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
    await events.close();
    await ownRedis.kill();
    const anotherProcess = createAuthenticator({ db: fixture.account.db, clock: fixture.clock, keys: deriveAccountKeys(TEST_SECRET) });
    const ask = async (token: string, device: DeviceCode) => anotherProcess(`dp-token ${token}`, device);
    expect(await ask(old, 'web')).toEqual({ kind: 'refused', code: 'userBeenKickedOut' });
    expect(await ask(signedOut, 'pc')).toEqual({ kind: 'refused', code: 'requestLogin' });
    expect((await ask(live, 'web')).kind).toBe('reader');
  });
});

describe('concurrent sign-ins of one device type', () => {
  it(
    `leave exactly one token alive, after each of ${ROUNDS} rounds of ${SIGN_INS_A_ROUND}, and restore none`,
    async () => {
      const user = await aUser();
      const pc = await signIn(user, 'pc');
      const dead: string[] = [];
      const began = performance.now();
      for (let round = 0; round < ROUNDS; round += 1) {
        const tokens = await Promise.all(Array.from({ length: SIGN_INS_A_ROUND }, () => signIn(user)));
        const statuses = await Promise.all(tokens.map((token) => resultOf(token)));
        expect(statuses.filter((status) => status === 'live')).toHaveLength(1);
        expect(statuses.filter((status) => status === 'userBeenKickedOut')).toHaveLength(SIGN_INS_A_ROUND - 1);
        // The login tokens that were live after earlier rounds were replaced in the round that followed and stay invalid.
        for (const token of dead) expect(await resultOf(token)).toBe('userBeenKickedOut');
        dead.push(tokens[statuses.indexOf('live')] ?? '');
      }
      expect(await resultOf(pc, 'pc')).toBe('live');
      console.info(
        `${ROUNDS} rounds of ${SIGN_INS_A_ROUND} parallel sign-ins: one alive after each, ${Math.round(performance.now() - began)} ms`,
      );
    },
    30_000 + ROUNDS * 3_000,
  );
});
