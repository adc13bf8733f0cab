/** The way to WeChat and back. Knows no HTTP. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  CodedError,
  type finishWechat as finishOperation,
  type InputOf,
  LIMITS,
  type OutputOf,
  WECHAT_RETURN_PATH,
} from '@shufang/contract';
import type { WechatGateway } from '../../gateways/wechat/wechat-gateway.ts';
import type { Account } from './account.ts';
import { takeWechatBudget } from './budgets.ts';
import { findUserByWechat, insertWechatTicket, insertWechatWalk, takeWechatWalk, tieWechat, type WechatWalk } from './link-store.ts';
import { safeReturnPath } from './return-path.ts';
import { type Device, startSession } from './sessions.ts';
import { hashOfWechatTicket, wechatNickname } from './wechat-ticket.ts';

type FinishResult = OutputOf<typeof finishOperation>;

const requireWechat = ({ wechat }: Pick<Account, 'wechat'>): WechatGateway => {
  if (wechat === undefined) throw new CodedError('account.wechatOff');
  return wechat;
};

/** 128 bits. */
const randomName = (): string => randomBytes(16).toString('base64url');

/**
 * Begins a walk that ends within ten minutes, once, in the browser that keeps the proof. With `userId` it ties WeChat to that person,
 * without it it signs somebody in. Throws `account.wechatOff`, `request.tooMany`, `unavailable`.
 */
export const startWechat = async (
  account: Account,
  input: { proofHash: string; returnTo: string },
  caller: { userId: string | undefined; appOrigin: string; address: string },
): Promise<{ embedUrl: string; popupUrl: string; expiresAt: number }> => {
  const wechat = requireWechat(account);
  await takeWechatBudget(account.limiter, caller.address);
  const nowMs = account.clock.now();
  const state = randomName();
  const expiresAt = nowMs + LIMITS.wechatStateLifetimeMs;
  const { proofHash, returnTo } = input;
  const walk = { state, proofHash, userId: caller.userId ?? null, returnTo: safeReturnPath(returnTo), expiresAt };
  await insertWechatWalk(account.db.orm, walk, nowMs);
  return { ...wechat.pageUrls({ state, returnUrl: caller.appOrigin + WECHAT_RETURN_PATH }), expiresAt };
};

const holdsProof = (walk: WechatWalk, proof: string): boolean => {
  const [kept, shown] = [Buffer.from(walk.proofHash, 'base64url'), createHash('sha256').update(proof).digest()];
  return kept.length === shown.length && timingSafeEqual(kept, shown);
};

/** Used up whatever comes of it. Throws `account.wechatFailed` for a state that is unknown, used, too old or of another browser. */
const takeOwnWalk = async ({ db, clock }: Account, state: string, proof: string): Promise<WechatWalk> => {
  const walk = await takeWechatWalk(db.orm, state);
  if (walk === undefined || walk.expiresAt <= clock.now() || !holdsProof(walk, proof)) throw new CodedError('account.wechatFailed');
  return walk;
};

/** Who began a walk to tie WeChat must be who ends it. Throws `requestLogin` when nobody is signed in, `account.wechatFailed` for another person. */
const requireSamePerson = (walk: WechatWalk, callerId: string | undefined): void => {
  if (walk.userId === null || walk.userId === callerId) return;
  throw new CodedError(callerId === undefined ? 'requestLogin' : 'account.wechatFailed');
};

/**
 * Ends the walk with what WeChat brought back. Throws `account.wechatOff`, `account.wechatFailed`, `account.wechatTaken`,
 * `account.frozen`, `unavailable`.
 */
export const finishWechat = async (
  account: Account,
  input: InputOf<typeof finishOperation>,
  caller: Device & { userId: string | undefined },
): Promise<FinishResult> => {
  const { db, clock } = account;
  const wechat = requireWechat(account);
  const walk = await takeOwnWalk(account, input.state, input.proof);
  requireSamePerson(walk, caller.userId);
  const { subject, nickname } = await wechat.findPerson(input.code).catch((error: unknown) => {
    if (error instanceof CodedError && error.code === 'unavailable')
      account.log.error({ err: error }, 'WeChat did not tell who somebody is');
    throw error;
  });
  const nowMs = clock.now();
  const { returnTo, userId } = walk;
  if (userId !== null) {
    if (!(await tieWechat(db.orm, { userId, subject, createdAt: nowMs }))) throw new CodedError('account.wechatTaken');
    return { outcome: 'bound', returnTo };
  }
  const user = await findUserByWechat(db.orm, subject);
  if (user !== undefined) return { outcome: 'signedIn', login: await startSession(account, user, caller, false), returnTo };
  const ticket = randomName();
  const shownName = wechatNickname(nickname);
  const expiresAt = nowMs + LIMITS.wechatStateLifetimeMs;
  await insertWechatTicket(db.orm, { ticketHash: hashOfWechatTicket(ticket), subject, nickname: shownName, expiresAt }, nowMs);
  return { outcome: 'needsPhone', ticket, nickname: shownName, returnTo };
};
