import { z } from 'zod';
import { signInProvider } from '../account/sign-in-provider.ts';
import { operation } from '../wire/operation.ts';

/** State of a part of the service. `off`: the operator has not enabled it. */
export const partState = z.enum(['ok', 'failed', 'off']);

const servicePart = z.enum(['library', 'books', 'signIn', 'sms', ...signInProvider.options, 'institution', 'payment']);

/** Returns the current state of each part of the service, and past outages. */
export const getServiceStatus = operation({
  name: 'getServiceStatus',
  method: 'GET',
  path: '/api/status/board',
  summary: '服务状态',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({
    checkedAt: z.number().int(),
    parts: z.array(z.object({ part: servicePart, state: partState })),
    /**
     * Outages within `LIMITS.serviceHistoryDays`, the newest first; an outage without `until` continues. The state is checked every minute.
     */
    history: z.array(z.object({ part: servicePart, from: z.number().int(), until: z.number().int().optional() })),
  }),
});
