import { z } from 'zod';
import { licenseMode } from '../institution/license-mode.ts';
import { operation } from '../wire/operation.ts';

/** Returns the institution whose license applies to the caller now, by network, sign-in of this session or member list, if there is one. */
export const detectInstitution = operation({
  name: 'detectInstitution',
  method: 'GET',
  path: '/api/institution/detect',
  summary: '所在机构',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({ institution: z.string().optional(), via: licenseMode.optional() }),
});
