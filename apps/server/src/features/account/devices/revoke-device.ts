/**
 * Signs the caller out on one device. Returns the remaining devices. Has no effect on a session that ended or was replaced in the
 * meantime.
 */
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { endSessionOfDevice } from '../sessions.ts';
import { listDevicesOf } from './list-devices.ts';

type Dependencies = Pick<Account, 'db' | 'clock' | 'events' | 'keys'>;

export const revokeDevice: UseCase<'revokeDevice', Dependencies> = async (account, { reader }, { deviceType, signedInAt, sessionId }) => {
  await endSessionOfDevice(account, { userId: reader.userId, deviceType, createdAt: signedInAt, publicId: sessionId }, reader.sid);
  return listDevicesOf(account, reader);
};
