import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { nickname, userInfo } from './user-info.ts';

const profileFields = { nickname: nickname.optional(), avatarFileId: z.string().min(1).max(64).nullable().optional() };

const profileProperties = z.strictObject(profileFields);

/** Maximum length of `properties` as JSON text, which exceeds that of any valid value. */
const PROPERTIES_CHARS_MAX = 2_000;

const propertiesText = z
  .string()
  .max(PROPERTIES_CHARS_MAX)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // Errors are pushed to `issues`, because zod and zod/mini both support this form.
      context.issues.push({ code: 'custom', message: '须为 JSON 对象', input: text });
      return z.NEVER;
    }
  })
  .pipe(profileProperties);

/**
 * Updates the given fields. `avatarFileId`: a picture from `uploadImage`; null restores the default avatar. The same fields can be sent in
 * `properties` (specification.md §7): an object, or its JSON text in a form-urlencoded body; fields given directly take precedence. The
 * message says if nothing has changed.
 */
export const setUserInfo = operation({
  name: 'setUserInfo',
  method: 'POST',
  path: '/api/user/userInfo/set',
  summary: '修改个人信息',
  permission: 'ownAccount',
  body: 'form',
  input: z.strictObject({ ...profileFields, properties: z.union([profileProperties, propertiesText]).optional() }),
  output: userInfo,
  errors: ['file.notFound'],
});
