/** Drizzle's view of `migrations/0001-accounts.sql` and `0008-account-links.sql`; the meaning of the columns is told there. */
import type { DeviceCode, Role, SmsType } from '@shufang/contract';
import { bigint, customType, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const timeMs = (name: string) => bigint(name, { mode: 'number' });

export type AccountStatus = 'active' | 'frozen' | 'closing' | 'closed';
export type EndReason = 'replaced' | 'signedOut' | 'revoked';
export type CaptchaKind = 'image' | 'audio' | 'slider';
export type LinkProvider = 'wechat';

export const userAccount = pgTable('user_account', {
  id: text('id').primaryKey(),
  tel: text('tel'),
  nickname: text('nickname').notNull(),
  avatar: text('avatar').notNull().default(''),
  passwordHash: text('password_hash'),
  status: text('status').$type<AccountStatus>().notNull().default('active'),
  createdAt: timeMs('created_at').notNull(),
  updatedAt: timeMs('updated_at').notNull(),
  consentVersion: integer('consent_version').notNull().default(0),
  closesAt: timeMs('closes_at'),
});
export type UserAccount = typeof userAccount.$inferSelect;

export const userRole = pgTable(
  'user_role',
  {
    userId: text('user_id').notNull(),
    role: text('role').$type<Role>().notNull(),
    scope: text('scope').notNull().default(''),
    grantedAt: timeMs('granted_at').notNull(),
    expiresAt: timeMs('expires_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.role, table.scope] })],
);

export const session = pgTable(
  'session',
  {
    userId: text('user_id').notNull(),
    deviceType: text('device_type').$type<DeviceCode>().notNull(),
    sid: text('sid').notNull(),
    deviceId: text('device_id'),
    deviceName: text('device_name').notNull().default(''),
    createdAt: timeMs('created_at').notNull(),
    expiresAt: timeMs('expires_at').notNull(),
    lastSeenAt: timeMs('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceType] })],
);
export type SessionRow = typeof session.$inferSelect;

export const endedSession = pgTable('ended_session', {
  sid: text('sid').primaryKey(),
  userId: text('user_id').notNull(),
  reason: text('reason').$type<EndReason>().notNull(),
  endedAt: timeMs('ended_at').notNull(),
  expiresAt: timeMs('expires_at').notNull(),
});

/** What a code that was sent is for: those of the contract go by message, `teacher` goes to an address of an institution. */
export type SentCodeType = SmsType | 'teacher';

export const sentCode = pgTable(
  'sent_code',
  {
    target: text('target').notNull(),
    type: text('type').$type<SentCodeType>().notNull(),
    codeHash: bytes('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: timeMs('created_at').notNull(),
    expiresAt: timeMs('expires_at').notNull(),
    usedAt: timeMs('used_at'),
    askedBy: text('asked_by').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.target, table.type, table.askedBy] })],
);

export const captchaChallenge = pgTable('captcha_challenge', {
  key: text('key').primaryKey(),
  kind: text('kind').$type<CaptchaKind>().notNull(),
  answerHash: bytes('answer_hash').notNull(),
  createdAt: timeMs('created_at').notNull(),
  expiresAt: timeMs('expires_at').notNull(),
});

export const rsaKey = pgTable('rsa_key', {
  kid: text('kid').primaryKey(),
  publicKey: text('public_key').notNull(),
  sealedPrivateKey: bytes('sealed_private_key').notNull(),
  createdAt: timeMs('created_at').notNull(),
  retiresAt: timeMs('retires_at').notNull(),
  expiresAt: timeMs('expires_at').notNull(),
});
export type RsaKeyRow = typeof rsaKey.$inferSelect;

export const passwordNonce = pgTable('password_nonce', {
  nonce: text('nonce').primaryKey(),
  usedAt: timeMs('used_at').notNull(),
  expiresAt: timeMs('expires_at').notNull(),
});

export const userConsent = pgTable(
  'user_consent',
  {
    userId: text('user_id').notNull(),
    version: integer('version').notNull(),
    givenAt: timeMs('given_at').notNull(),
    network: text('network').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.version] })],
);

export const accountLink = pgTable(
  'account_link',
  {
    provider: text('provider').$type<LinkProvider>().notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id').notNull(),
    createdAt: timeMs('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] })],
);

export const wechatState = pgTable('wechat_state', {
  state: text('state').primaryKey(),
  proofHash: text('proof_hash').notNull(),
  userId: text('user_id'),
  returnTo: text('return_to').notNull(),
  expiresAt: timeMs('expires_at').notNull(),
});

export const wechatTicket = pgTable('wechat_ticket', {
  ticketHash: text('ticket_hash').primaryKey(),
  subject: text('subject').notNull(),
  nickname: text('nickname').notNull(),
  expiresAt: timeMs('expires_at').notNull(),
});
