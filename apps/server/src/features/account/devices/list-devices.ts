/** Lists the devices on which the caller is signed in, the most recently used first. */
import type { SignedInDevice } from '@shufang/contract';
import type { SignedInReader } from '../../../platform/http/call-context.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { viewDevice } from '../profile/view.ts';
import { listLiveSessions } from '../session/session-store.ts';

export const listDevicesOf = async (
  { db, clock }: Pick<Account, 'db' | 'clock'>,
  { userId, sid }: Pick<SignedInReader, 'userId' | 'sid'>,
): Promise<{ devices: SignedInDevice[] }> => {
  const sessions = await listLiveSessions(db.orm, userId, clock.now());
  return { devices: sessions.map((session) => viewDevice(session, sid)) };
};

export const listDevices: UseCase<'listDevices', Pick<Account, 'db' | 'clock'>> = (account, { reader }) => listDevicesOf(account, reader);
