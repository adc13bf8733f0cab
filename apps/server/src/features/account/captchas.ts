/** Captchas of every kind: made, kept as a keyed hash, and checked once. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CodedError, LIMITS, localSliderAnswer } from '@shufang/contract';
import type { Account } from './account.ts';
import { takeCaptchaBudget } from './budgets.ts';
import { insertCaptcha, takeCaptcha } from './proof-store.ts';
import type { CaptchaKind } from './tables.ts';

type CaptchaParts = Pick<Account, 'db' | 'clock' | 'keys' | 'captcha' | 'limiter'>;

/** What a person hands over to show that they are one: what they read or heard, or what a slider gave (`sliderAnswer` of the contract). */
export type CaptchaProof = { readonly captchaKey: string; readonly captchaTxt: string } | { readonly captcha: string };

/** How far beside the gap a piece may be let go, in CSS pixels: a thumb on a phone is not finer. */
export const SLIDER_TOLERANCE = 4;

/** Full-width letters, lower case and spaces are how people type; they are not mistakes. */
const normalise = (answer: string): string => answer.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();

const hashOf = (secret: Buffer, kind: CaptchaKind, key: string, answer: string): Buffer =>
  createHmac('sha256', secret)
    .update(`${kind}|${key}|${normalise(answer)}`)
    .digest();

/** `img` is a PNG data address; `key` names the captcha for its one answer within five minutes. Throws `request.tooMany`. */
export const createImageCaptcha = async (
  { db, clock, keys, captcha, limiter }: CaptchaParts,
  asker: { address: string },
): Promise<{ img: string; key: string }> => {
  await takeCaptchaBudget(limiter, asker.address);
  const { answer, png } = await captcha.createImage();
  const key = randomBytes(16).toString('base64url');
  const nowMs = clock.now();
  await insertCaptcha(db.orm, {
    key,
    kind: 'image',
    answerHash: hashOf(keys.captcha, 'image', key, answer),
    createdAt: nowMs,
    expiresAt: nowMs + LIMITS.captchaLifetimeMs,
  });
  await captcha.noteAnswer({ at: nowMs, key, kind: 'image', answer });
  return { img: `data:image/png;base64,${png.toString('base64')}`, key };
};

/** Takes the captcha away and says whether one of `answers` was its answer. */
const isRight = async (
  { db, clock, keys }: CaptchaParts,
  key: string,
  kinds: readonly CaptchaKind[],
  answers: readonly string[],
): Promise<boolean> => {
  const taken = await takeCaptcha(db.orm, key, kinds);
  if (taken === undefined || taken.expiresAt <= clock.now()) return false;
  return answers.some((answer) => timingSafeEqual(taken.answerHash, hashOf(keys.captcha, taken.kind, key, answer)));
};

/** The whole pixels that lie within the tolerance of `x`. */
const pixelsNear = (x: number): string[] => {
  const first = Math.ceil(x - SLIDER_TOLERANCE);
  return Array.from({ length: Math.floor(x + SLIDER_TOLERANCE) - first + 1 }, (_, i) => String(first + i));
};

const readLocalAnswer = (text: string): { key: string; x: number } | undefined => {
  try {
    return localSliderAnswer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** Uses the captcha up, right or wrong. Throws `account.captchaWrong` for one that is read or heard, `account.sliderWrong` for a slider. */
export const checkCaptcha = async (account: CaptchaParts, proof: CaptchaProof): Promise<void> => {
  if (!('captcha' in proof)) {
    if (!(await isRight(account, proof.captchaKey, ['image', 'audio'], [proof.captchaTxt]))) throw new CodedError('account.captchaWrong');
    return;
  }
  const moved = readLocalAnswer(proof.captcha);
  if (moved === undefined || !(await isRight(account, moved.key, ['slider'], pixelsNear(moved.x)))) {
    throw new CodedError('account.sliderWrong');
  }
};
