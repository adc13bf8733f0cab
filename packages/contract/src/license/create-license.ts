import { z } from 'zod';
import { licenseMode } from '../institution/license-mode.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { institutionLicense, seatLimit } from './institution-license.ts';

/** Creates a license. Throws `license.overlap` if another institution has a license for one of the networks in the same period. */
export const createLicense = operation({
  name: 'createLicense',
  method: 'POST',
  path: '/api/admin/license/create',
  summary: '登记机构授权',
  permission: 'manageLicense',
  scope: 'filtered',
  input: z
    .object({
      institution: z.string().trim().min(1, '请填写机构名称').max(100, '机构名称最多 100 个字'),
      bookIds: z.array(entityId).max(10_000).default([]),
      networks: z
        .array(z.union([z.cidrv4(), z.cidrv6()], '网段格式有误'))
        .max(200, '最多 200 个网段')
        .default([]),
      modes: z.array(licenseMode).min(1, '请至少选择一种授权方式').max(licenseMode.options.length).default(['ip']),
      startsAt: z.number().int(),
      endsAt: z.number().int(),
      contractNo: z.string().trim().max(60).default(''),
      seats: seatLimit,
      concurrent: seatLimit,
      /** Whether to create the license as a draft, which grants nothing until it is activated. */
      draft: z.boolean().default(false),
    })
    .refine(({ modes, networks }) => modes.includes('ip') === networks.length > 0, '按网段授权时，请至少填写一个网段')
    .refine(({ startsAt, endsAt }) => startsAt < endsAt, '结束时间须晚于开始时间'),
  output: z.object({ license: institutionLicense }),
  errors: ['license.overlap', 'catalog.bookNotFound'],
});
