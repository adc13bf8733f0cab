/** The devices a person is signed in on: seeing them, and signing one of them out. */
import type { ParsedInputOf, revokeDevice as revokeOperation, SignedInDevice } from '@shufang/contract';
import type { SignedInReader } from '../../platform/http/call-context.ts';
import type { Account } from './account.ts';
import { listLiveSessions } from './session-store.ts';
import { endSessionOfDevice } from './sessions.ts';
import { viewDevice } from './view.ts';

type Owner = Pick<SignedInReader, 'userId' | 'sid'>;

export const listDevices = async (
  { db, clock }: Pick<Account, 'db' | 'clock'>,
  { userId, sid }: Owner,
): Promise<{ devices: SignedInDevice[] }> => {
  const sessions = await listLiveSessions(db.orm, userId, clock.now());
  return { devices: sessions.map((session) => viewDevice(session, sid)) };
};

/** Answers what is left. A session that has ended already, or was replaced meanwhile, is nobody's to end. */
export const revokeDevice = async (
  account: Pick<Account, 'db' | 'clock' | 'events' | 'keys'>,
  owner: Owner,
  { deviceType, signedInAt }: ParsedInputOf<typeof revokeOperation>,
): Promise<{ devices: SignedInDevice[] }> => {
  await endSessionOfDevice(account, { userId: owner.userId, deviceType, createdAt: signedInAt }, owner.sid);
  return listDevices(account, owner);
};
