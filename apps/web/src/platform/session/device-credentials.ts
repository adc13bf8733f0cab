/**
 * Proofs that this browser has signed in to accounts before (`X-Device-Credential`): part of each rate limit is reserved for such devices.
 * They grant no access, so they are not deleted at sign-out.
 */
import { LIMITS } from '@shufang/contract';
import { z } from 'zod';
import { storedValue } from './stored-value.ts';

const stored = storedValue('deviceCredentials', z.array(z.string()), LIMITS.deviceCredentialLifetimeMs);

/** Lists the stored device credentials, the newest first. */
export const listDeviceCredentials = (): string[] => stored.find() ?? [];

const accountOf = (credential: string): string => credential.split('.', 1)[0] ?? '';

/** Stores a device credential; of each account, only the newest one stays. */
export const storeDeviceCredential = (credential: string | undefined): void => {
  if (credential === undefined) return;
  const others = listDeviceCredentials().filter((other) => accountOf(other) !== accountOf(credential));
  stored.store([credential, ...others].slice(0, LIMITS.deviceCredentialsPerDevice));
};
