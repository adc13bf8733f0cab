import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Imports a member list (.xlsx or .csv, base64) with the header columns 手机号 (phone), 学号 (student number), 姓名 (name), 身份 (affiliation) and
 * 有效期至 (valid until). Existing members are updated; `replace` removes members that are not in the file. All or nothing: an invalid line
 * cancels the import. With `isPreview` nothing is stored.
 */
export const importInstitutionMembers = operation({
  name: 'importInstitutionMembers',
  method: 'POST',
  path: '/api/admin/institution/members/import',
  summary: '导入机构名单',
  permission: 'manageLicenseMembers',
  scope: { institutionId: 'institution' },
  input: z.object({
    institutionId: entityId,
    file: z
      .string()
      .min(1, '请选择文件')
      .max(LIMITS.rosterFileChars, '文件过大')
      .regex(/^[A-Za-z0-9+/]+=*$/, '文件有误'),
    replace: z.boolean().default(false),
    isPreview: z.boolean().optional(),
  }),
  output: z.object({
    added: z.number().int(),
    changed: z.number().int(),
    removed: z.number().int(),
    /** Lines of the file that are like the stored members. */
    unchanged: z.number().int(),
    /** Who is added, changed or removed, at most `LIMITS.memberChangesShown`, with masked phone numbers; removed members have no line. */
    members: z.array(
      z.object({
        line: z.number().int().optional(),
        name: z.string(),
        studentNo: z.string(),
        phone: z.string(),
        change: z.enum(['added', 'changed', 'removed']),
      }),
    ),
    /** Lines of the file that are invalid; if there are any, nothing was changed. */
    errors: z.array(z.object({ line: z.number().int(), reason: z.string() })),
  }),
  errors: ['institution.notFound', 'institution.rosterUnreadable', 'institution.rosterTooLong'],
});
