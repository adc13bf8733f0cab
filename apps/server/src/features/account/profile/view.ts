/** Converts rows of the account slice to objects of the contract, without private data. */
import { maskPhone, type SignedInDevice, type SignInProvider, type UserInfo } from '@shufang/contract';
import type { SessionRow, UserAccount } from '../tables.ts';

export const viewUserInfo = (user: UserAccount, links: readonly SignInProvider[]): UserInfo => ({
  id: user.id,
  nickname: user.nickname,
  avatar: user.avatar,
  tel: maskPhone(user.tel ?? ''),
  hasPassword: user.passwordHash !== null,
  linkedProviders: [...links],
  createdAt: user.createdAt,
  consentVersion: user.consentVersion,
  closesAt: user.closesAt,
});

/** Converts a session to a signed-in device. `sid`: the session of the caller, which is marked as the current one. */
export const viewDevice = (session: SessionRow, sid: string): SignedInDevice => ({
  sessionId: session.publicId,
  deviceType: session.deviceType,
  name: session.deviceName,
  signedInAt: session.createdAt,
  lastSeenAt: session.lastSeenAt,
  isThis: session.sid === sid,
});
