import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { leaseRecord } from './offline-lease.ts';

/** Lists the leases of the caller on all devices, the newest first: which devices have which books offline. */
export const listLeases = operation({
  name: 'listLeases',
  method: 'GET',
  path: '/api/offline/leases',
  summary: '离线保存图书的设备',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ items: z.array(leaseRecord) }),
});
