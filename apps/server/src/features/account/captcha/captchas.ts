/** Captchas of every kind: created, stored as a keyed hash, and checked once. */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CodedError, type LocalSliderAnswer, localSliderAnswer } from '@shufang/contract';
import { HostedSliderUnavailableError } from '../../../gateways/captcha/hosted-slider.ts';
import type { Account } from '../account.ts';
import { takeCaptchaBudget } from '../budgets.ts';
import { allowanceOf, type LimitedCaller } from '../devices/known-devices.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { insertCaptcha, takeCaptcha, useNonce } from '../proof-store.ts';
import type { CaptchaKind } from '../tables.ts';
import { sliderBudget } from './slider-budget.ts';

export type CaptchaDependencies = Pick<
  Account,
  'db' | 'clock' | 'keys' | 'captcha' | 'hostedSlider' | 'institutionAddresses' | 'limiter' | 'log'
>;

/** The user's solution of a captcha: the characters read or heard, or the slider's result (`sliderAnswer` of the contract). */
export type CaptchaProof = { readonly captchaKey: string; readonly captchaTxt: string } | { readonly captcha: string };

/** How far from the gap a slider may stop, in CSS pixels; allows for a thumb on a phone. */
export const SLIDER_TOLERANCE = 4;
/** How long a supplier's token is remembered as used: longer than the supplier accepts it (20 minutes). */
const HOSTED_MEMORY_MS = 3_600_000;

/** Normalizes the characters a user typed: full-width letters, lower case and spaces are accepted. */
const normalize = (answer: string): string => answer.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();

const hashOf = (secret: Buffer, kind: CaptchaKind, key: string, answer: string): Buffer =>
  createHmac('sha256', secret)
    .update(`${kind}|${key}|${normalize(answer)}`)
    .digest();

export const dataUrl = (type: string, content: Buffer): string => `data:${type};base64,${content.toString('base64')}`;

/**
 * Creates a captcha and stores its answer under a new key. The captcha accepts one answer, within five minutes. Throws `request.tooMany`.
 */
export const issueCaptcha = async <Made extends { readonly answer: string | number }>(
  account: CaptchaDependencies,
  caller: LimitedCaller,
  kind: CaptchaKind,
  make: () => Promise<Made>,
): Promise<{ key: string; made: Made }> => {
  const { db, clock, keys, captcha, limiter } = account;
  await takeCaptchaBudget(limiter, allowanceOf(account, caller));
  const made = await make();
  const answer = String(made.answer);
  const key = randomBytes(16).toString('base64url');
  const nowMs = clock.now();
  const captchaAnswerHash = hashOf(keys.captcha, kind, key, answer);
  await insertCaptcha(db.orm, { key, kind, captchaAnswerHash, createdAt: nowMs, expiresAt: nowMs + ACCOUNT_LIMITS.captchaLifetimeMs });
  await captcha.noteAnswer({ at: nowMs, key, kind, answer });
  return { key, made };
};

/** Joins the offsets of a slider's one or two puzzle pieces into one answer. */
export const answerOfRounds = (positions: readonly (number | string)[]): string => positions.join(',');

/** Deletes the captcha and returns whether one of `answers` is correct. */
const isRight = async (
  { db, clock, keys }: CaptchaDependencies,
  key: string,
  kinds: readonly CaptchaKind[],
  answers: readonly string[],
): Promise<boolean> => {
  const taken = await takeCaptcha(db.orm, key, kinds);
  if (taken === undefined || taken.expiresAt <= clock.now()) return false;
  return answers.some((answer) => timingSafeEqual(taken.captchaAnswerHash, hashOf(keys.captcha, taken.kind, key, answer)));
};

/** Returns all whole-pixel gap positions that are within the tolerance of a slider at `x`. */
const pixelsNear = (x: number): string[] => {
  const first = Math.ceil(x - SLIDER_TOLERANCE);
  return Array.from({ length: Math.floor(x + SLIDER_TOLERANCE) - first + 1 }, (_, i) => String(first + i));
};

const readLocalAnswer = (text: string): LocalSliderAnswer | undefined => {
  try {
    return localSliderAnswer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** Verifies a supplier's token, each token once. Returns false when the supplier is unavailable; the client then offers our own captcha. */
const isRightElsewhere = async ({ db, clock, hostedSlider, log }: CaptchaDependencies, text: string): Promise<boolean> => {
  if (hostedSlider === undefined) return false;
  const nowMs = clock.now();
  const nonce = `slider:${createHash('sha256').update(text).digest('base64url')}`;
  if (!(await useNonce(db.orm, nonce, nowMs + HOSTED_MEMORY_MS, nowMs))) return false;
  try {
    return await hostedSlider.verify(text);
  } catch (error) {
    if (!(error instanceof HostedSliderUnavailableError)) throw error;
    log.error({ err: error }, 'the supplier of the slider did not answer; ours is offered for a while');
    return false;
  }
};

/**
 * Returns all gap positions, as stored answers, that are within the tolerance of this slider result; for two puzzles, every pair of them.
 */
const answersNear = ({ x, second }: LocalSliderAnswer): string[] =>
  second === undefined ? pixelsNear(x) : pixelsNear(x).flatMap((first) => pixelsNear(second).map((last) => answerOfRounds([first, last])));

/**
 * Checks an answer to our own slider. A wrong answer makes the next puzzles harder for the IP address, the device or the account the
 * device is known to.
 */
const isSliderRight = async (account: CaptchaDependencies, answer: LocalSliderAnswer, caller: LimitedCaller): Promise<boolean> => {
  const budget = sliderBudget(account, caller);
  const isRightAnswer = await isRight(account, answer.key, ['slider'], answersNear(answer));
  if (!isRightAnswer) {
    await budget.fail();
    return false;
  }
  // How many puzzles this caller must solve is read only after the answer was checked. So a correct answer gains nothing if it comes late
  // among many concurrent guesses, or if its puzzle was fetched before wrong answers made two puzzles necessary.
  const demand = await budget.demand();
  if (demand === 'paused' || (demand === 'two' && answer.second === undefined)) return false;
  await budget.succeed();
  return true;
};

/** The caller under whom all callers without an IP address are counted together. */
const NOBODY: LimitedCaller = { address: '' };

/**
 * Checks an answer and uses up the captcha, whether the answer is right or wrong. Throws `account.captchaWrong` for a picture or spoken
 * digits, `account.sliderWrong` for a slider. Our own slider is also accepted where a supplier's is configured, because it replaces a
 * supplier that is unavailable.
 */
export const checkCaptcha = async (account: CaptchaDependencies, proof: CaptchaProof, caller: LimitedCaller = NOBODY): Promise<void> => {
  if (!('captcha' in proof)) {
    if (!(await isRight(account, proof.captchaKey, ['image', 'audio'], [proof.captchaTxt]))) throw new CodedError('account.captchaWrong');
    return;
  }
  const moved = readLocalAnswer(proof.captcha);
  const right = moved === undefined ? await isRightElsewhere(account, proof.captcha) : await isSliderRight(account, moved, caller);
  if (!right) throw new CodedError('account.sliderWrong');
};
