/** The Drizzle tables of `migrations/0001-account.sql`, which describes the columns. */
import type { DeviceCode, SignInProvider, SmsType } from '@shufang/contract';
import { bigint, boolean, customType, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const timeMs = (name: string) => bigint(name, { mode: 'number' });

export type AccountStatus = 'active' | 'frozen' | 'closing' | 'closed';
export type EndReason = 'replaced' | 'signedOut' | 'revoked';
export type CaptchaKind = 'image' | 'audio' | 'slider';

export const userAccount = pgTable('user_account', {
  id: text('id').primaryKey(),
  tel: text('tel'),
  nickname: text('nickname').notNull(),
  avatar: text('avatar').notNull().default(''),
  passwordHash: text('password_hash'),
  /** Whether the password is the one that the demo publishes; null for a password that was set before this was recorded. */
  passwordPublished: boolean('password_published'),
  status: text('status').$type<AccountStatus>().notNull().default('active'),
  createdAt: timeMs('created_at').notNull(),
  updatedAt: timeMs('updated_at').notNull(),
  consentVersion: integer('consent_version').notNull().default(0),
  closesAt: timeMs('closes_at'),
  deviceCredentialsSince: timeMs('device_credentials_since').notNull().default(0),
});
export type UserAccount = typeof userAccount.$inferSelect;

export const session = pgTable('session', {
  userId: text('user_id').notNull(),
  deviceType: text('device_type').$type<DeviceCode>().notNull(),
  sid: text('sid').notNull().primaryKey(),
  deviceId: text('device_id'),
  deviceName: text('device_name').notNull().default(''),
  createdAt: timeMs('created_at').notNull(),
  expiresAt: timeMs('expires_at').notNull(),
  lastSeenAt: timeMs('last_seen_at').notNull(),
  publicId: text('public_id').notNull(),
  tokenContent: text('token_content').notNull().default(''),
  generation: integer('generation').notNull().default(0),
  rotatedAt: timeMs('rotated_at').notNull().default(0),
  /** Whether the user has passed the second factor in this session. */
  secondFactor: boolean('second_factor').notNull().default(false),
});
export type SessionRow = typeof session.$inferSelect;

export const endedSession = pgTable('ended_session', {
  sid: text('sid').primaryKey(),
  userId: text('user_id').notNull(),
  reason: text('reason').$type<EndReason>().notNull(),
  endedAt: timeMs('ended_at').notNull(),
  expiresAt: timeMs('expires_at').notNull(),
});

/** The purpose of a sent code. Purposes of the contract are sent by SMS; `teacher` is sent to a mailbox of an institution. */
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
  captchaAnswerHash: bytes('captcha_answer_hash').notNull(),
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
    provider: text('provider').$type<SignInProvider>().notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id').notNull(),
    createdAt: timeMs('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] })],
);

export const providerSignInAttempt = pgTable('provider_sign_in_attempt', {
  state: text('state').primaryKey(),
  provider: text('provider').$type<SignInProvider>().notNull(),
  proofHash: text('proof_hash').notNull(),
  userId: text('user_id'),
  returnTo: text('return_to').notNull(),
  checkData: text('check_data').notNull(),
  expiresAt: timeMs('expires_at').notNull(),
});

export const providerTicket = pgTable('provider_ticket', {
  ticketHash: text('ticket_hash').primaryKey(),
  provider: text('provider').$type<SignInProvider>().notNull(),
  subject: text('subject').notNull(),
  nickname: text('nickname').notNull(),
  expiresAt: timeMs('expires_at').notNull(),
});

/** The step of a sign-in that a sign-in ticket completes. */
export type SignInTicketPurpose = 'secondFactor' | 'replaceDevice';

export const signInTicket = pgTable('sign_in_ticket', {
  ticketHash: text('ticket_hash').primaryKey(),
  purpose: text('purpose').$type<SignInTicketPurpose>().notNull(),
  userId: text('user_id').notNull(),
  deviceType: text('device_type').$type<DeviceCode>().notNull(),
  deviceId: text('device_id'),
  credentialsHash: text('credentials_hash').notNull(),
  registered: boolean('registered').notNull(),
  asks: boolean('asks').notNull(),
  shownSid: text('shown_sid'),
  returnTo: text('return_to'),
  followUp: text('follow_up'),
  tries: integer('tries').notNull().default(0),
  expiresAt: timeMs('expires_at').notNull(),
});
export type SignInTicketRow = typeof signInTicket.$inferSelect;

export const secondFactor = pgTable('second_factor', {
  userId: text('user_id').primaryKey(),
  sealedSecret: bytes('sealed_secret').notNull(),
  createdAt: timeMs('created_at').notNull(),
  confirmedAt: timeMs('confirmed_at'),
  lastStep: timeMs('last_step').notNull().default(0),
});
export type SecondFactorRow = typeof secondFactor.$inferSelect;

export const secondFactorRecoveryCode = pgTable(
  'second_factor_recovery_code',
  {
    userId: text('user_id').notNull(),
    codeHash: bytes('code_hash').notNull(),
    usedAt: timeMs('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);
