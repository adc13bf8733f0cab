import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';
import { fileId, userFile } from './user-file.ts';

/**
 * One use of a user file, for example in an application. `name`: title of the claimed book or of the assignment. `isHeld`: the file cannot be deleted while it
 * is used.
 */
const fileUse = z.object({
  kind: z.enum(['avatar', 'teacherApplication', 'authorApplication', 'codeClaim', 'assignment']),
  name: z.string(),
  isHeld: z.boolean(),
});

export type FileUse = z.output<typeof fileUse>;

const listedFile = userFile.extend({ kind: z.enum(['document', 'picture', 'avatar']), uses: z.array(fileUse) });

export type ListedFile = z.output<typeof listedFile>;

/**
 * Lists the files that the caller uploaded, the newest first. Exports and files from the operator, such as invoices, are omitted. Quotas:
 * `LIMITS.userFilesBytes`, `LIMITS.userFilesMax`.
 */
export const listFiles = operation({
  name: 'listFiles',
  method: 'GET',
  path: '/api/file/userFile/list',
  summary: '我的文件',
  permission: 'ownAccount',
  input: z.object({
    limit: pageLimit(),
    after: fileId.optional(),
  }),
  output: z.object({ items: z.array(listedFile), usedBytes: z.number().int(), usedFiles: z.number().int(), next: z.string().optional() }),
});
