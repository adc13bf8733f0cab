/** Image captchas: made, kept as a keyed hash, and checked once. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CodedError, LIMITS } from '@shufang/contract';
import type { Account } from './account.ts';
import { takeCaptchaBudget } from './budgets.ts';
import { insertCaptcha, takeCaptcha } from './proof-store.ts';
import type { CaptchaKind } from './tables.ts';

type CaptchaParts = Pick<Account, 'db' | 'clock' | 'keys' | 'captcha' | 'limiter'>;

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

/** Uses the captcha up, right or wrong. Throws `account.captchaWrong`. */
export const checkImageCaptcha = async ({ db, clock, keys }: CaptchaParts, key: string, answer: string): Promise<void> => {
  const taken = await takeCaptcha(db.orm, key, 'image');
  const right =
    taken !== undefined && taken.expiresAt > clock.now() && timingSafeEqual(taken.answerHash, hashOf(keys.captcha, 'image', key, answer));
  if (!right) throw new CodedError('account.captchaWrong');
};
