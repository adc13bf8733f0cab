/** The goals of security.md §5 for login tokens: nothing forged, altered or ended is ever accepted, whatever happened meanwhile. */
import { type DeviceCode, LIMITS } from '@shufang/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRedis } from '../../platform/redis-connection.ts';
import { deriveAccountKeys } from './account-keys.ts';
import { createAuthenticator } from './authenticate.ts';
import { findOrRegister } from './people.ts';
import { readSessionToken, signSessionToken } from './session-token.ts';
import { endSession, revokeSessions, startSession } from './sessions.ts';
import { type AccountFixture, createAccountFixture, TEST_SECRET } from './testing/account-fixture.ts';

const MUTATIONS = 5_000;
/** The full goal is 200: `SESSION_ROUNDS=200 npx vitest run --project database apps/server/src/features/account/session-proofs.test.ts`. */
const ROUNDS = Number(process.env['SESSION_ROUNDS'] ?? 40);
const SIGN_INS_A_ROUND = 50;

const keys = deriveAccountKeys(TEST_SECRET);
const otherKeys = deriveAccountKeys(Buffer.alloc(32, 9));

let fixture: AccountFixture;
let peopleMade = 0;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

const aUser = async () => (await findOrRegister(fixture.account, `1351111${String(++peopleMade).padStart(4, '0')}`)).user;
type User = Awaited<ReturnType<typeof aUser>>;
const signIn = async (user: User, deviceCode: DeviceCode = 'web'): Promise<string> =>
  (await startSession(fixture.account, user, { deviceCode, deviceId: undefined, userAgent: '' }, false)).dpAuthToken;
const sidOf = (token: string): string => readSessionToken(keys, token)?.sid ?? '';
/** `live`, or the code the token hears. */
const heard = async (token: string, deviceCode: DeviceCode = 'web'): Promise<string> => {
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

describe('5,000 mutations of genuine tokens', () => {
  it('are all refused with requestLogin', async () => {
    const user = await aUser();
    const [mine, other] = [await signIn(user), await signIn(await aUser())];
    const genuine = partsOf(mine);
    const foreign = partsOf(other);
    const content = JSON.parse(genuine.content) as Record<string, unknown>;
    const at = fc.nat({ max: mine.length * 8 - 1 });
    const mutation: fc.Arbitrary<string> = fc.oneof(
      // bits and characters of the token as it is sent
      at.map((bit) => {
        const bytes = Buffer.from(mine, 'latin1');
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        return bytes.toString('latin1');
      }),
      // bits of what it decodes to
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
      // the same bytes, spelled otherwise
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
      // parts changed, or exchanged with those of another genuine token
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
      // sealed by somebody else's key, or by ours for a session nobody opened
      fc.constant(signSessionToken(otherKeys, JSON.parse(genuine.content))),
      fc.base64String({ minLength: 24, maxLength: 24 }).map((sid) => signSessionToken(keys, { ...JSON.parse(genuine.content), sid })),
    );
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(mutation, async (token) => {
        // White space around a token belongs to the header; an empty one is a visitor's.
        fc.pre(token.trim() !== mine && token.trim() !== '' && token.trim() !== 'dp-token');
        tried += 1;
        expect(await heard(token)).toBe('requestLogin');
      }),
      { numRuns: MUTATIONS },
    );
    expect(tried).toBeGreaterThanOrEqual(MUTATIONS);
    expect(await heard(mine)).toBe('live');
    console.info(`${tried} mutated tokens, 0 accepted`);
  }, 120_000);
});

describe('a genuine token', () => {
  it('hears what became of its session: replaced is told, everything else asks to sign in', async () => {
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
    const answers = async () =>
      Promise.all([heard(tokens.replaced), heard(tokens.signedOut), heard(tokens.revoked), heard(tokens.replaced, 'pc')]);
    expect(await answers()).toEqual(['userBeenKickedOut', 'requestLogin', 'requestLogin', 'requestLogin']);
    // A later sign-in, sign-out or revocation revives none of them and changes no reason.
    for (const user of [replaced, signedOut, revoked]) await endSession(fixture.account, sidOf(await signIn(user)));
    await revokeSessions(fixture.account, replaced.id);
    expect(await answers()).toEqual(['userBeenKickedOut', 'requestLogin', 'requestLogin', 'requestLogin']);
    expect(await heard(tokens.expired)).toBe('live');
    fixture.clock.advance(LIMITS.sessionLifetimeMs);
    expect(await Promise.all(Object.values(tokens).map((token) => heard(token)))).toEqual(Object.keys(tokens).map(() => 'requestLogin'));
  });

  it('is not revived by a new process or by an emptied Redis, and a live one is not lost', async () => {
    const user = await aUser();
    const old = await signIn(user);
    const live = await signIn(user);
    const signedOut = await signIn(user, 'pc');
    await endSession(fixture.account, sidOf(signedOut));
    const redis = openRedis(`${process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'}/13`, { warn: () => undefined });
    await new Promise<void>((resolve) => {
      redis.once('ready', resolve);
      redis.once('error', () => resolve());
    });
    // Where no Redis runs there is none to lose.
    if (redis.status === 'ready') await redis.flushdb();
    redis.disconnect();
    const anotherProcess = createAuthenticator({ db: fixture.account.db, clock: fixture.clock, keys: deriveAccountKeys(TEST_SECRET) });
    const ask = async (token: string, device: DeviceCode) => anotherProcess(`dp-token ${token}`, device);
    expect(await ask(old, 'web')).toEqual({ kind: 'refused', code: 'userBeenKickedOut' });
    expect(await ask(signedOut, 'pc')).toEqual({ kind: 'refused', code: 'requestLogin' });
    expect((await ask(live, 'web')).kind).toBe('reader');
  });
});

describe('sign-ins of one device type at the same time', () => {
  it(
    `leave exactly one token alive, after each of ${ROUNDS} rounds of ${SIGN_INS_A_ROUND}, and revive none`,
    async () => {
      const user = await aUser();
      const pc = await signIn(user, 'pc');
      const dead: string[] = [];
      const began = performance.now();
      for (let round = 0; round < ROUNDS; round += 1) {
        const tokens = await Promise.all(Array.from({ length: SIGN_INS_A_ROUND }, () => signIn(user)));
        const answers = await Promise.all(tokens.map((token) => heard(token)));
        expect(answers.filter((answer) => answer === 'live')).toHaveLength(1);
        expect(answers.filter((answer) => answer === 'userBeenKickedOut')).toHaveLength(SIGN_INS_A_ROUND - 1);
        // What was alive at the end of earlier rounds must stay dead.
        for (const token of dead) expect(await heard(token)).toBe('userBeenKickedOut');
        dead.push(tokens[answers.indexOf('live')] ?? '');
      }
      expect(await heard(pc, 'pc')).toBe('live');
      console.info(
        `${ROUNDS} rounds of ${SIGN_INS_A_ROUND} parallel sign-ins: one alive after each, ${Math.round(performance.now() - began)} ms`,
      );
    },
    30_000 + ROUNDS * 3_000,
  );
});
