/** Captchas of every kind: made, kept as a keyed hash, and checked once. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CodedError, type getSlider, LIMITS, localSliderAnswer, type OutputOf } from '@shufang/contract';
import { HostedSliderUnavailableError } from '../../gateways/captcha/hosted-slider.ts';
import type { Account } from './account.ts';
import { takeCaptchaBudget } from './budgets.ts';
import { insertCaptcha, takeCaptcha, useNonce } from './proof-store.ts';
import type { CaptchaKind } from './tables.ts';

type CaptchaParts = Pick<Account, 'db' | 'clock' | 'keys' | 'captcha' | 'hostedSlider' | 'limiter' | 'log'>;

/** What a person hands over to show that they are one: what they read or heard, or what a slider gave (`sliderAnswer` of the contract). */
export type CaptchaProof = { readonly captchaKey: string; readonly captchaTxt: string } | { readonly captcha: string };

/** How far beside the gap a piece may be let go, in CSS pixels: a thumb on a phone is not finer. */
export const SLIDER_TOLERANCE = 4;
/** How long a supplier's text is remembered as used: longer than the supplier itself takes it (20 minutes). */
const HOSTED_MEMORY_MS = 3_600_000;

/** Full-width letters, lower case and spaces are how people type; they are not mistakes. */
const normalise = (answer: string): string => answer.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();

const hashOf = (secret: Buffer, kind: CaptchaKind, key: string, answer: string): Buffer =>
  createHmac('sha256', secret)
    .update(`${kind}|${key}|${normalise(answer)}`)
    .digest();

const dataAddress = (type: string, content: Buffer): string => `data:${type};base64,${content.toString('base64')}`;

/** Makes a captcha and keeps it under a new key, which names it for its one answer within five minutes. Throws `request.tooMany`. */
const issue = async <Made extends { readonly answer: string | number }>(
  { db, clock, keys, captcha, limiter }: CaptchaParts,
  asker: { address: string },
  kind: CaptchaKind,
  make: () => Promise<Made>,
): Promise<{ key: string; made: Made }> => {
  await takeCaptchaBudget(limiter, asker.address);
  const made = await make();
  const answer = String(made.answer);
  const key = randomBytes(16).toString('base64url');
  const nowMs = clock.now();
  const answerHash = hashOf(keys.captcha, kind, key, answer);
  await insertCaptcha(db.orm, { key, kind, answerHash, createdAt: nowMs, expiresAt: nowMs + LIMITS.captchaLifetimeMs });
  await captcha.noteAnswer({ at: nowMs, key, kind, answer });
  return { key, made };
};

/** `img` is a PNG data address. Throws `request.tooMany`. */
export const createImageCaptcha = async (account: CaptchaParts, asker: { address: string }): Promise<{ img: string; key: string }> => {
  const { key, made } = await issue(account, asker, 'image', () => account.captcha.createImage());
  return { img: dataAddress('image/png', made.png), key };
};

/** `audio` is a WAV data address. Throws `request.tooMany`. */
export const createAudioCaptcha = async (account: CaptchaParts, asker: { address: string }): Promise<{ audio: string; key: string }> => {
  const { key, made } = await issue(account, asker, 'audio', () => account.captcha.createAudio());
  return { audio: dataAddress('audio/wav', made.wav), key };
};

/** Throws `request.tooMany`. */
export const createSlider = async (account: CaptchaParts, asker: { address: string }): Promise<OutputOf<typeof getSlider>> => {
  const { key, made } = await issue(account, asker, 'slider', () => account.captcha.createSlider());
  const { width, height, pieceWidth, picture, piece } = made;
  return { key, width, height, pieceWidth, img: dataAddress('image/png', picture), piece: dataAddress('image/png', piece) };
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

/** Asks the supplier about a text of its own, once for each text; when it cannot be asked, the answer is no and ours is offered next. */
const isRightElsewhere = async ({ db, clock, hostedSlider, log }: CaptchaParts, text: string): Promise<boolean> => {
  if (hostedSlider === undefined) return false;
  const nowMs = clock.now();
  const mark = `slider:${createHash('sha256').update(text).digest('base64url')}`;
  if (!(await useNonce(db.orm, mark, nowMs + HOSTED_MEMORY_MS, nowMs))) return false;
  try {
    return await hostedSlider.verify(text);
  } catch (error) {
    if (!(error instanceof HostedSliderUnavailableError)) throw error;
    log.error({ err: error }, 'the supplier of the slider did not answer; ours is offered for a while');
    return false;
  }
};

/**
 * Uses the captcha up, right or wrong. Throws `account.captchaWrong` for one that is read or heard, `account.sliderWrong` for a
 * slider. Our own slider is good also where a supplier's is set up: it stands in when that one is gone.
 */
export const checkCaptcha = async (account: CaptchaParts, proof: CaptchaProof): Promise<void> => {
  if (!('captcha' in proof)) {
    if (!(await isRight(account, proof.captchaKey, ['image', 'audio'], [proof.captchaTxt]))) throw new CodedError('account.captchaWrong');
    return;
  }
  const moved = readLocalAnswer(proof.captcha);
  const right =
    moved === undefined
      ? await isRightElsewhere(account, proof.captcha)
      : await isRight(account, moved.key, ['slider'], pixelsNear(moved.x));
  if (!right) throw new CodedError('account.sliderWrong');
};
