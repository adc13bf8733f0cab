/**
 * Devices that have signed in to an account before. At sign-in a device receives a credential that proves this later: a MAC of the user,
 * the device and the time, with a key of this server. `X-Device-Id` alone proves nothing, because logs of proxies contain it and anyone can
 * copy it.
 *
 * A credential gives no access. It only gives the device its reserved share of the rate limits, so that other devices cannot exhaust them
 * for it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '@shufang/contract';
import type { Account } from '../account.ts';
import { addressFactor } from '../address-limits.ts';
import type { UserAccount } from '../tables.ts';
import { findUserByTel } from '../user-store.ts';

/** The data of a caller that rate limits use. */
export interface LimitedCaller {
  readonly address: string;
  readonly deviceId?: string | undefined;
  /** Device credentials as presented, not yet verified. */
  readonly deviceCredentials?: readonly string[] | undefined;
  /** The caller's live session. */
  readonly reader?: { readonly userId: string } | undefined;
}

/** A device that has signed in to this account before. */
export interface KnownDevice {
  readonly userId: string;
  /** The name under which rate limits of the device are counted: the account and the device. */
  readonly key: string;
}

const FORMAT = /^([0-9A-Za-z_-]{1,64})\.([0-9a-z]{1,11})\.([0-9A-Za-z_-]{43})$/;

const macOf = (secret: Buffer, userId: string, deviceId: string | undefined, issuedAt: string): Buffer =>
  createHmac('sha256', secret)
    .update(`${userId}|${deviceId ?? ''}|${issuedAt}`)
    .digest();

/** Returns the credential a device receives at sign-in: `<user>.<time, base 36>.<mac>`. */
export const issueDeviceCredential = (
  { keys, clock }: Pick<Account, 'keys' | 'clock'>,
  userId: string,
  deviceId: string | undefined,
): string => {
  const issuedAt = clock.now().toString(36);
  return `${userId}.${issuedAt}.${macOf(keys.device, userId, deviceId, issuedAt).toString('base64url')}`;
};

interface Verified {
  readonly userId: string;
  readonly issuedAt: number;
}

/**
 * Returns the accounts for which the caller holds a valid device credential: genuine, of this device, not expired. At most the first five
 * credentials are checked; clients send the newest first.
 */
const verifiedCredentials = ({ keys, clock }: Pick<Account, 'keys' | 'clock'>, caller: LimitedCaller): Verified[] =>
  (caller.deviceCredentials ?? []).slice(0, LIMITS.deviceCredentialsPerDevice).flatMap((credential) => {
    const [, userId, issued, mac] = FORMAT.exec(credential) ?? [];
    if (userId === undefined || issued === undefined || mac === undefined) return [];
    if (!timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(keys.device, userId, caller.deviceId, issued))) return [];
    const issuedAt = Number.parseInt(issued, 36);
    const ageMs = clock.now() - issuedAt;
    return ageMs < LIMITS.deviceCredentialLifetimeMs ? [{ userId, issuedAt }] : [];
  });

const deviceOf = (userId: string, { deviceId }: LimitedCaller): KnownDevice => ({ userId, key: `${userId}:${deviceId ?? ''}` });

/** Returns the caller as a known device of `user`, otherwise undefined. A session of that user counts as well as a device credential. */
export const knownDeviceOf = (
  account: Pick<Account, 'keys' | 'clock'>,
  user: Pick<UserAccount, 'id' | 'deviceCredentialsSince'> | undefined,
  caller: LimitedCaller,
): KnownDevice | undefined => {
  if (user === undefined) return undefined;
  const isKnown =
    caller.reader?.userId === user.id ||
    verifiedCredentials(account, caller).some(({ userId, issuedAt }) => userId === user.id && issuedAt >= user.deviceCredentialsSince);
  return isKnown ? deviceOf(user.id, caller) : undefined;
};

/**
 * Returns the caller as a known device of the account with this phone number. The account is looked up only when the caller presents a
 * credential or a session.
 */
export const findKnownDevice = async (
  account: Pick<Account, 'db' | 'keys' | 'clock'>,
  tel: string,
  caller: LimitedCaller,
): Promise<KnownDevice | undefined> => {
  if (caller.reader === undefined && (caller.deviceCredentials ?? []).length === 0) return undefined;
  return knownDeviceOf(account, await findUserByTel(account.db.orm, tel), caller);
};

/**
 * Returns the account that the device is known to, for calls before an account is named (a slider is drawn before a number is entered).
 * Limits count by this account and not by device, so that signing in repeatedly with new devices gains nothing.
 */
const anyKnownUser = (account: Pick<Account, 'keys' | 'clock'>, caller: LimitedCaller): string | undefined =>
  caller.reader?.userId ?? verifiedCredentials(account, caller)[0]?.userId;

/** The data about a caller that rate limits by client IP need before an account is named. */
export interface Allowance {
  readonly address: string;
  /** The factor by which the limits of the client IP are raised. */
  readonly factor: number;
  /** The account that is counted in place of the client IP. */
  readonly knownUserId: string | undefined;
}

export const allowanceOf = (account: Pick<Account, 'keys' | 'clock' | 'institutionAddresses'>, caller: LimitedCaller): Allowance => ({
  address: caller.address,
  factor: addressFactor(account.institutionAddresses, caller.address),
  knownUserId: anyKnownUser(account, caller),
});
