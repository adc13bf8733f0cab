/** Our own image captcha, drawn on this machine. With an outbox (demo mode) each answer is noted in `DATA_DIR/outbox/captcha.jsonl`. */
import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import type { Outbox } from '../outbox/outbox.ts';
import type { CaptchaGateway } from './captcha-gateway.ts';
import { CAPTCHA_CHARACTERS } from './captcha-glyphs.ts';
import { drawCaptcha } from './draw-captcha.ts';

const CHARACTERS = 4;

/** `outbox` is given in demo mode only. */
export const createLocalCaptcha = (outbox?: Outbox): CaptchaGateway => ({
  async createImage() {
    const answer = Array.from({ length: CHARACTERS }, () => CAPTCHA_CHARACTERS[randomInt(CAPTCHA_CHARACTERS.length)]).join('');
    const svg = drawCaptcha(answer, () => randomInt(1_000_000) / 1_000_000);
    return { answer, png: await sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer() };
  },
  async noteAnswer({ at, key, kind, answer }) {
    await outbox?.append({ at, key, kind, answer });
  },
});
