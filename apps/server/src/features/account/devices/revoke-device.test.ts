/** Tests of `revokeDevice`: signs out exactly the session that the caller saw. */
import type { DeviceCode, SignedInDevice } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { findOrRegister } from '../create-users.ts';
import { sessionEndedTopic } from '../sessions.ts';
import { type AccountFixture, createAccountFixture } from '../testing/account-fixture.ts';
import { payloadOf, signedInCallerOf } from '../testing/caller.ts';
import { listDevices } from './list-devices.ts';
import { revokeDevice } from './revoke-device.ts';

testAccess('revokeDevice', 'every user');

testIdempotency(
  'revokeDevice',
  async ({ shop, aUser }) => {
    const as = await aUser();
    const { payload } = await shop.call<{ devices: { deviceType: string; signedInAt: number }[] }>('/api/my/devices', { as });
    const { deviceType = '', signedInAt = 0 } = payload?.devices[0] ?? {};
    return { as, body: { deviceType, signedInAt } };
  },
  { endsSession: true },
);

const WINDOWS_CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let fixture: AccountFixture;
let usersCreated = 0;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

interface Signed {
  readonly token: string;
  readonly userId: string;
  readonly sid: string;
}
const aTel = (): string => `1381111${String(++usersCreated).padStart(4, '0')}`;
const signIn = async (tel: string, deviceCode: DeviceCode): Promise<Signed> => {
  const { user } = await findOrRegister(fixture.account, tel);
  const device = { deviceCode, deviceId: undefined, userAgent: WINDOWS_CHROME };
  const { dpAuthToken } = await completeSignIn(fixture.account, user, device);
  const who = await fixture.authenticate(dpAuthToken, deviceCode);
  if (who.kind !== 'reader') throw new Error('the new session is not live');
  return { token: dpAuthToken, userId: user.id, sid: who.reader.sid };
};
const typesOf = ({ devices }: { devices: SignedInDevice[] }): string[] => devices.map(({ deviceType }) => deviceType).toSorted();
const revoke = (owner: Signed, { deviceType, signedInAt }: SignedInDevice) =>
  payloadOf(revokeDevice(fixture.account, signedInCallerOf(owner), { deviceType, signedInAt }));
const onlyDevice = async (owner: Signed, deviceType: DeviceCode): Promise<SignedInDevice> => {
  const found = (await payloadOf(listDevices(fixture.account, signedInCallerOf(owner), {}))).devices.find(
    (device) => device.deviceType === deviceType,
  );
  if (found === undefined) throw new Error(`no ${deviceType} in the list`);
  return found;
};
const REQUEST_LOGIN = { kind: 'refused', code: 'requestLogin' };

describe('the devices of a user', () => {
  it('can be signed out: the revoked one gets requestLogin and its streams are notified at once, the others stay signed in', async () => {
    const tel = aTel();
    const [web, pc] = [await signIn(tel, 'web'), await signIn(tel, 'pc')];
    const published: unknown[] = [];
    fixture.events.subscribe(sessionEndedTopic(pc.sid), (data) => published.push(data));
    expect(typesOf(await revoke(web, await onlyDevice(web, 'pc')))).toEqual(['web']);
    expect(published).toEqual([{ sid: pc.sid, userId: pc.userId, reason: 'revoked' }]);
    expect(await fixture.authenticate(pc.token, 'pc')).toEqual(REQUEST_LOGIN);
    expect((await fixture.authenticate(web.token)).kind).toBe('reader');
  });

  it('are signed out only if the session is the one that was shown, and only by their own user', async () => {
    const tel = aTel();
    const web = await signIn(tel, 'web');
    await signIn(tel, 'pc');
    const seen = await onlyDevice(web, 'pc');
    fixture.clock.advance(1_000);
    const newer = await signIn(tel, 'pc');
    expect(typesOf(await revoke(web, seen))).toEqual(['pc', 'web']);
    expect((await fixture.authenticate(newer.token, 'pc')).kind).toBe('reader');
    const otherUser = await signIn(aTel(), 'web');
    expect(typesOf(await revoke(otherUser, await onlyDevice(web, 'pc')))).toEqual(['web']);
    expect((await fixture.authenticate(newer.token, 'pc')).kind).toBe('reader');
  });

  it("include the caller's own, which is signed out without an alarm", async () => {
    const web = await signIn(aTel(), 'web');
    const published: unknown[] = [];
    fixture.events.subscribe(sessionEndedTopic(web.sid), (data) => published.push(data));
    expect(typesOf(await revoke(web, await onlyDevice(web, 'web')))).toEqual([]);
    expect(published).toMatchObject([{ reason: 'signedOut' }]);
    expect(await fixture.authenticate(web.token)).toEqual(REQUEST_LOGIN);
  });
});
