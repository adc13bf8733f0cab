/** Ties the calls about signed-in devices to their use cases. */
import { listDevices as listOperation, revokeDevice as revokeOperation } from '@shufang/contract';
import type { Router } from '../../platform/http/router.ts';
import type { Account } from './account.ts';
import { listDevices, revokeDevice } from './devices.ts';

export const registerDeviceRoutes = (router: Router, account: Account): void => {
  router.handle(listOperation, (_input, { reader }) => listDevices(account, reader));
  router.handle(revokeOperation, (input, { reader }) => revokeDevice(account, reader, input));
};
