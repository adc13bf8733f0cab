import { rawOperation } from '../wire/operation.ts';
import { SYNC_STREAM_PATH } from './sync-change.ts';

/** Opens the event stream of a user. It carries changes, the end of the session and role changes. */
export const openSyncStream = rawOperation({
  name: 'openSyncStream',
  method: 'GET',
  path: SYNC_STREAM_PATH,
  summary: '更改通知',
  permission: 'ownAccount',
});
