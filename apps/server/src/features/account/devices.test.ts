import type { DeviceCode, SignedInDevice } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDevices, revokeDevice } from './devices.ts';
import { findOrRegister } from './people.ts';
import { sessionEndedTopic, startSession } from './sessions.ts';
import { type AccountFixture, createAccountFixture } from './testing/account-fixture.ts';

const WINDOWS_CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let fixture: AccountFixture;
let peopleMade = 0;
beforeAll(async () => {
  fixture = await createAccountFixture();
});
afterAll(() => fixture.drop());

interface Signed {
  readonly token: string;
  readonly userId: string;
  readonly sid: string;
}
const aTel = (): string => `1381111${String(++peopleMade).padStart(4, '0')}`;
const signIn = async (tel: string, deviceCode: DeviceCode): Promise<Signed> => {
  const { user } = await findOrRegister(fixture.account, tel);
  const device = { deviceCode, deviceId: undefined, userAgent: WINDOWS_CHROME };
  const { dpAuthToken } = await startSession(fixture.account, user, device, false);
  const who = await fixture.authenticate(dpAuthToken, deviceCode);
  if (who.kind !== 'reader') throw new Error('the new session is not live');
  return { token: dpAuthToken, userId: user.id, sid: who.reader.sid };
};
const typesOf = ({ devices }: { devices: SignedInDevice[] }): string[] => devices.map(({ deviceType }) => deviceType).toSorted();
const revoke = (owner: Signed, { deviceType, signedInAt }: SignedInDevice) =>
  revokeDevice(fixture.account, owner, { deviceType, signedInAt });
const onlyDevice = async (owner: Signed, deviceType: DeviceCode): Promise<SignedInDevice> => {
  const found = (await listDevices(fixture.account, owner)).devices.find((device) => device.deviceType === deviceType);
  if (found === undefined) throw new Error(`no ${deviceType} in the list`);
  return found;
};
const REQUEST_LOGIN = { kind: 'refused', code: 'requestLogin' };

describe('the devices of a person', () => {
  it('are listed with their names, and the caller knows its own', async () => {
    const tel = aTel();
    const web = await signIn(tel, 'web');
    await signIn(tel, 'pc');
    await signIn(aTel(), 'web');
    const now = fixture.clock.now();
    const { devices } = await listDevices(fixture.account, web);
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

  it('can be signed out: that one hears requestLogin and is told at once, the others stay', async () => {
    const tel = aTel();
    const [web, pc] = [await signIn(tel, 'web'), await signIn(tel, 'pc')];
    const told: unknown[] = [];
    fixture.events.subscribe(sessionEndedTopic(pc.sid), (data) => told.push(data));
    expect(typesOf(await revoke(web, await onlyDevice(web, 'pc')))).toEqual(['web']);
    expect(told).toEqual([{ sid: pc.sid, userId: pc.userId, reason: 'revoked' }]);
    expect(await fixture.authenticate(pc.token, 'pc')).toEqual(REQUEST_LOGIN);
    expect((await fixture.authenticate(web.token)).kind).toBe('reader');
  });

  it('are hit only by the very sign-in that was meant, and by nobody else', async () => {
    const tel = aTel();
    const web = await signIn(tel, 'web');
    await signIn(tel, 'pc');
    const seen = await onlyDevice(web, 'pc');
    fixture.clock.advance(1_000);
    const newer = await signIn(tel, 'pc');
    expect(typesOf(await revoke(web, seen))).toEqual(['pc', 'web']);
    expect((await fixture.authenticate(newer.token, 'pc')).kind).toBe('reader');
    const stranger = await signIn(aTel(), 'web');
    expect(typesOf(await revoke(stranger, await onlyDevice(web, 'pc')))).toEqual(['web']);
    expect((await fixture.authenticate(newer.token, 'pc')).kind).toBe('reader');
  });

  it('include the own one, which is a sign-out and no alarm', async () => {
    const web = await signIn(aTel(), 'web');
    const told: unknown[] = [];
    fixture.events.subscribe(sessionEndedTopic(web.sid), (data) => told.push(data));
    expect(typesOf(await revoke(web, await onlyDevice(web, 'web')))).toEqual([]);
    expect(told).toMatchObject([{ reason: 'signedOut' }]);
    expect(await fixture.authenticate(web.token)).toEqual(REQUEST_LOGIN);
  });

  it('signed out stay signed out when one more is revoked twice, and leave the list when they expire', async () => {
    const tel = aTel();
    const web = await signIn(tel, 'web');
    await signIn(tel, 'mobile');
    const phone = await onlyDevice(web, 'mobile');
    await revoke(web, phone);
    expect(typesOf(await revoke(web, phone))).toEqual(['web']);
    fixture.clock.advance(15 * 86_400_000);
    expect(await listDevices(fixture.account, web)).toEqual({ devices: [] });
  });
});
