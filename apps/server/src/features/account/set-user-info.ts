/** Changes the name and picture of the signed-in person. Login tokens keep the old ones until the next sign-in: clients ask `getUserInfo`. */
import { CodedError, type setUserInfo as operation, type ParsedInputOf, type UserInfo } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { Account } from './account.ts';
import { getUserInfo } from './get-user-info.ts';
import { updateProfile } from './profile-store.ts';

/** What the files slice does for this one, handed in where the server is put together. Throws `file.notFound`. */
export type TakeAvatar = (tx: Transaction, userId: string, fileId: string | null, now: number) => Promise<string>;

/** Throws `file.notFound` for a picture that is not one's own, `requestLogin` when the account is gone meanwhile. */
export const setUserInfo = async (
  { db, clock, takeAvatar }: Pick<Account, 'db' | 'clock'> & { readonly takeAvatar: TakeAvatar },
  userId: string,
  { nickname, avatarFileId }: ParsedInputOf<typeof operation>,
): Promise<UserInfo> => {
  await db.transaction(async (tx) => {
    const now = clock.now();
    // The row first, so that two changes at once go one after the other.
    const user = await updateProfile(tx, userId, nickname === undefined ? {} : { nickname }, now);
    if (user === undefined) throw new CodedError('requestLogin');
    if (avatarFileId !== undefined) await updateProfile(tx, userId, { avatar: await takeAvatar(tx, userId, avatarFileId, now) }, now);
  });
  return getUserInfo({ db }, userId);
};
