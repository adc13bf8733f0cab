/** Rows of the account slice as the wire shows them; what is private stops here. */
import { maskPhone, type SignedInDevice, type UserInfo } from '@shufang/contract';
import type { LinkProvider, SessionRow, UserAccount } from './tables.ts';

export const viewUserInfo = (user: UserAccount, links: readonly LinkProvider[]): UserInfo => ({
  id: user.id,
  nickname: user.nickname,
  avatar: user.avatar,
  tel: maskPhone(user.tel ?? ''),
  hasPassword: user.passwordHash !== null,
  wechatBound: links.includes('wechat'),
  createdAt: user.createdAt,
  consentVersion: user.consentVersion,
  closesAt: user.closesAt,
});

/** `sid`: the session of who asks. */
export const viewDevice = (session: SessionRow, sid: string): SignedInDevice => ({
  deviceType: session.deviceType,
  name: session.deviceName,
  signedInAt: session.createdAt,
  lastSeenAt: session.lastSeenAt,
  isThis: session.sid === sid,
});
