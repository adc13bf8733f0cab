import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/**
 * Returns how much storage is in use, in bytes. `bookBytes`: the stored objects of all versions of books; `userFileBytes`: the files of users;
 * objects with equal content count once within each. `freeBytes`: free space for the objects; absent if they are in an object store.
 */
export const getStorageUse = operation({
  name: 'getStorageUse',
  method: 'GET',
  path: '/api/admin/storage',
  summary: '存储用量',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({}),
  output: z.object({
    bookBytes: z.number().int(),
    userFileBytes: z.number().int(),
    databaseBytes: z.number().int(),
    freeBytes: z.number().int().optional(),
  }),
});
