/** The rows of `migrations/0001-account.sql`, which describes the columns, and the columns that queries select for them. */
import type { DeviceCode, SmsType } from '@shufang/contract';
import { sql } from '../../platform/sql.ts';

export type AccountStatus = 'active' | 'frozen' | 'closing' | 'closed';
export type EndReason = 'replaced' | 'signedOut' | 'revoked';
export type CaptchaKind = 'image' | 'audio' | 'slider';

export interface UserAccount {
  readonly id: string;
  readonly tel: string | null;
  readonly nickname: string;
  readonly avatar: string;
  readonly passwordHash: string | null;
  /** Whether the password is the one that the demo publishes; null for a password that was set before this was recorded. */
  readonly passwordPublished: boolean | null;
  readonly status: AccountStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly consentVersion: number;
  readonly closesAt: number | null;
  readonly deviceCredentialsSince: number;
}
/** Columns of a `UserAccount`, from `user_account u`. */
export const USER_COLUMNS = sql`u.id, u.tel, u.nickname, u.avatar, u.password_hash as "passwordHash", u.password_published as "passwordPublished",
  u.status, u.created_at as "createdAt", u.updated_at as "updatedAt", u.consent_version as "consentVersion", u.closes_at as "closesAt",
  u.device_credentials_since as "deviceCredentialsSince"`;

export interface SessionRow {
  readonly userId: string;
  readonly deviceType: DeviceCode;
  readonly sid: string;
  readonly deviceId: string | null;
  readonly deviceName: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastSeenAt: number;
  readonly publicId: string;
  readonly tokenContent: string;
  readonly generation: number;
  readonly rotatedAt: number;
  /** Whether the user has passed the second factor in this session. */
  readonly secondFactor: boolean;
}
/** Columns of a `SessionRow`, from `session s`. */
export const SESSION_COLUMNS = sql`s.user_id as "userId", s.device_type as "deviceType", s.sid, s.device_id as "deviceId",
  s.device_name as "deviceName", s.created_at as "createdAt", s.expires_at as "expiresAt", s.last_seen_at as "lastSeenAt",
  s.public_id as "publicId", s.token_content as "tokenContent", s.generation, s.rotated_at as "rotatedAt", s.second_factor as "secondFactor"`;

/** The purpose of a sent code. Purposes of the contract are sent by SMS; `teacher` is sent to a mailbox of an institution. */
export type SentCodeType = SmsType | 'teacher';

export interface RsaKeyRow {
  readonly kid: string;
  readonly publicKey: string;
  readonly sealedPrivateKey: Buffer;
  readonly createdAt: number;
  readonly retiresAt: number;
  readonly expiresAt: number;
}

/** The step of a sign-in that a sign-in ticket completes. */
export type SignInTicketPurpose = 'secondFactor' | 'replaceDevice';

export interface SignInTicketRow {
  readonly ticketHash: string;
  readonly purpose: SignInTicketPurpose;
  readonly userId: string;
  readonly deviceType: DeviceCode;
  readonly deviceId: string | null;
  readonly credentialsHash: string;
  readonly registered: boolean;
  readonly asks: boolean;
  readonly shownSid: string | null;
  readonly returnTo: string | null;
  readonly followUp: string | null;
  readonly tries: number;
  readonly expiresAt: number;
}

export interface SecondFactorRow {
  readonly userId: string;
  readonly sealedSecret: Buffer;
  readonly createdAt: number;
  readonly confirmedAt: number | null;
  readonly lastStep: number;
}
