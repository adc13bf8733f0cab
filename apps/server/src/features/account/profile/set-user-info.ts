/**
 * Changes the name and the avatar of the caller. Session tokens contain the old ones until the next sign-in; clients read the new ones with
 * `getUserInfo`. Throws `file.notFound` for a file of another user, `requestLogin` when the account no longer exists.
 */
import { CodedError } from '@shufang/contract';
import type { Transaction } from '../../../platform/database.ts';
import { checkText } from '../../../platform/http/check-text.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { lockProfile, updateProfile } from './profile-store.ts';
import { getUserInfoById } from './user-info.ts';

/** Makes a user's file their avatar and returns its path. Implemented by the files slice. Throws `file.notFound`. */
export type TakeAvatar = (tx: Transaction, userId: string, fileId: string | null, now: number) => Promise<string>;

type Dependencies = Pick<Account, 'db' | 'clock'> & { readonly takeAvatar: TakeAvatar };

export const setUserInfo: UseCase<'setUserInfo', Dependencies> = async ({ db, clock, takeAvatar }, { reader }, input) => {
  const { properties, ...direct } = input;
  // The field `properties` may arrive as JSON text, of which the router only checked that it is a string.
  checkText(properties);
  const { nickname, avatarFileId } = { ...properties, ...direct };
  const isChanged = await db.transaction(async (tx) => {
    const now = clock.now();
    // Locks the row first, so that concurrent changes run one after another.
    const before = await lockProfile(tx, reader.userId);
    if (before === undefined) throw new CodedError('requestLogin');
    const avatar = avatarFileId === undefined ? before.avatar : await takeAvatar(tx, reader.userId, avatarFileId, now);
    const after = { nickname: nickname ?? before.nickname, avatar };
    if (after.nickname === before.nickname && after.avatar === before.avatar) return false;
    await updateProfile(tx, reader.userId, after, now);
    return true;
  });
  return { payload: await getUserInfoById({ db }, reader.userId), say: isChanged ? '个人信息已保存' : '个人信息没有变化' };
};
