/** Our own captchas, created on this machine. With an outbox (demo mode) each answer is written to `DATA_DIR/outbox/captcha.jsonl`. */
import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import type { Outbox } from '../outbox/outbox.ts';
import type { CaptchaGateway } from './captcha-gateway.ts';
import { CAPTCHA_CHARACTERS } from './captcha-glyphs.ts';
import { drawCaptcha } from './draw-captcha.ts';
import { drawSlider, SLIDER_HEIGHT, SLIDER_PIECE_WIDTH, SLIDER_WIDTH } from './draw-slider.ts';
import { SPOKEN_DIGITS, speakDigits } from './speak-digits.ts';
import { startAgainIfStuck } from './start-again.ts';

const CHARACTERS = 4;
/** Number of spoken digits. There are more of them than characters of an image, because there are fewer different digits to guess. */
const DIGITS = 6;

const random = (): number => randomInt(1_000_000) / 1_000_000;

const pickFrom = (characters: readonly string[], count: number): string =>
  Array.from({ length: count }, () => characters[randomInt(characters.length)]).join('');

/** Creates the local captchas. `outbox` is present in demo mode only. */
export const createLocalCaptcha = (outbox?: Outbox): CaptchaGateway => ({
  async createImage() {
    const answer = pickFrom(CAPTCHA_CHARACTERS, CHARACTERS);
    const svg = drawCaptcha(answer, random);
    return { answer, png: await startAgainIfStuck(() => sharp(Buffer.from(svg)).png({ palette: true, colors: 64 }).toBuffer()) };
  },
  async createAudio() {
    const answer = pickFrom(SPOKEN_DIGITS, DIGITS);
    return { answer, wav: await speakDigits(answer, random) };
  },
  async createSlider() {
    const { answer, picture, piece } = await startAgainIfStuck(() => drawSlider(random));
    return { answer, picture, piece, width: SLIDER_WIDTH, height: SLIDER_HEIGHT, pieceWidth: SLIDER_PIECE_WIDTH };
  },
  async noteAnswer({ at, key, kind, answer }) {
    await outbox?.append({ at, key, kind, answer });
  },
});
