/** A captcha provider for tests: it always issues the same captchas, and returns their solutions. */
import type { CaptchaGateway } from '../../../../gateways/captcha/captcha-gateway.ts';

export const createFakeCaptcha = (): { captcha: CaptchaGateway; captchaAnswerOf: (key: string) => string } => {
  const answers = new Map<string, string>();
  return {
    captcha: {
      createImage: async () => ({ answer: 'AK7T', png: Buffer.from('png') }),
      createAudio: async () => ({ answer: '320746', wav: Buffer.from('wav') }),
      createSlider: async () => ({
        answer: 123,
        width: 320,
        height: 40,
        pieceWidth: 48,
        picture: Buffer.from('png'),
        piece: Buffer.from('png'),
      }),
      async noteAnswer({ key, answer }) {
        answers.set(key, answer);
      },
    },
    captchaAnswerOf: (key) => answers.get(key) ?? '',
  };
};
