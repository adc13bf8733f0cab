/** Tests of `listDevices`: the live sessions of the caller. */

import type { DeviceCode, SignedInDevice } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { findOrRegister } from '../create-users.ts';
import { type AccountFixture, createAccountFixture } from '../testing/account-fixture.ts';
import { payloadOf, signedInCallerOf } from '../testing/caller.ts';
import { listDevices } from './list-devices.ts';
import { revokeDevice } from './revoke-device.ts';

testAccess('listDevices', 'every user');

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

describe('the devices of a user', () => {
  it("are listed with their names, and the caller's own is marked", async () => {
    const tel = aTel();
    const web = await signIn(tel, 'web');
    await signIn(tel, 'pc');
    await signIn(aTel(), 'web');
    const now = fixture.clock.now();
    const { devices } = await payloadOf(listDevices(fixture.account, signedInCallerOf(web), {}));
    expect(devices.map(({ deviceType, isThis }) => [deviceType, isThis]).toSorted()).toEqual([
      ['pc', false],
      ['web', true],
    ]);
    for (const device of devices) {
      expect(device.name).toBe('Chrome · Windows');
      expect(device.signedInAt).toBeLessThanOrEqual(now);
      expect(device.lastSeenAt).toBeGreaterThanOrEqual(device.signedInAt);
    }
  });

  it('stay signed out when one of them is revoked twice, and expired ones leave the list', async () => {
    const tel = aTel();
    const web = await signIn(tel, 'web');
    await signIn(tel, 'mobile');
    const phone = await onlyDevice(web, 'mobile');
    await revoke(web, phone);
    expect(typesOf(await revoke(web, phone))).toEqual(['web']);
    fixture.clock.advance(15 * 86_400_000);
    expect(await payloadOf(listDevices(fixture.account, signedInCallerOf(web), {}))).toEqual({ devices: [] });
  });
});
