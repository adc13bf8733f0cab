/** Aliyun's captcha 2.0: https://help.aliyun.com/zh/captcha/captcha2-0/user-guide/server-access */
import type { Clock } from '../../platform/clock.ts';
import { AliyunError, callAliyun } from '../aliyun/aliyun-request.ts';
import { type HostedSlider, HostedSliderUnavailableError } from './hosted-slider.ts';

export interface AliyunSliderSettings {
  /** `https://captcha.cn-shanghai.aliyuncs.com`; goes with the region. */
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  readonly sceneId: string;
  readonly prefix: string;
  readonly region: 'cn' | 'sgp';
  readonly timeoutMs?: number;
}

/** How long our own slider is offered after a failure, before Aliyun is tried again. */
export const ALIYUN_PAUSE_MS = 60_000;
/** A person waits for the answer. */
const TIMEOUT_MS = 3_000;

/** What is wrong with the text of the caller is not the supplier's failure: else anybody could switch the supplier off. */
const isFaultOfAnswer = (error: unknown): boolean => error instanceof AliyunError && /Param/i.test(error.code);

const verifyResult = (answer: Record<string, unknown>): boolean | undefined => {
  const { Result: result } = answer;
  if (typeof result !== 'object' || result === null || !('VerifyResult' in result)) return undefined;
  return typeof result.VerifyResult === 'boolean' ? result.VerifyResult : undefined;
};

/** What the script was seen to load and call, no wider than that. */
const SOURCES: Record<AliyunSliderSettings['region'], HostedSlider['sources']> = {
  cn: {
    script: ['https://o.alicdn.com', 'https://g.alicdn.com'],
    style: ['https://g.alicdn.com'],
    img: ['https://static-captcha.aliyuncs.com', 'https://g.alicdn.com', 'https://o.alicdn.com'],
    connect: [
      'https://*.captcha-open.aliyuncs.com',
      'https://cloudauth-device.aliyuncs.com',
      'https://cloudauth-device-dualstack.cn-shanghai.aliyuncs.com',
      'https://cn-shanghai.device.saf.aliyuncs.com',
    ],
  },
  sgp: {
    script: ['https://o.alicdn.com', 'https://g.alicdn.com'],
    style: ['https://g.alicdn.com'],
    img: ['https://static-captcha-sgp.aliyuncs.com', 'https://g.alicdn.com', 'https://o.alicdn.com'],
    connect: [
      'https://*.captcha-open-southeast.aliyuncs.com',
      'https://cloudauth-device-dualstack.ap-southeast-1.aliyuncs.com',
      'https://ap-southeast-1.device.saf.aliyuncs.com',
    ],
  },
};

export const createAliyunSlider = (settings: AliyunSliderSettings, clock: Clock): HostedSlider => {
  const { endpoint, accessKeyId, accessKeySecret, sceneId, prefix, region, timeoutMs = TIMEOUT_MS } = settings;
  let pausedUntil = 0;
  const fail = (cause: unknown): HostedSliderUnavailableError => {
    pausedUntil = clock.now() + ALIYUN_PAUSE_MS;
    return new HostedSliderUnavailableError('Aliyun did not check a slider', { cause });
  };
  return {
    sources: SOURCES[region],
    offer: () => (clock.now() < pausedUntil ? undefined : { provider: 'aliyun', sceneId, prefix, region }),
    async verify(text) {
      let answer: Record<string, unknown>;
      try {
        answer = await callAliyun({
          endpoint,
          action: 'VerifyIntelligentCaptcha',
          version: '2023-03-05',
          accessKeyId,
          accessKeySecret,
          // The scene is ours to say: a text of another scene is worth nothing here.
          params: { CaptchaVerifyParam: text, SceneId: sceneId },
          timeoutMs,
        });
      } catch (error) {
        if (isFaultOfAnswer(error)) return false;
        throw fail(error);
      }
      const result = verifyResult(answer);
      if (result === undefined)
        throw fail(new Error(`an answer without a result: ${String(answer['Code'])}, request ${String(answer['RequestId'])}`));
      pausedUntil = 0;
      return result;
    },
  };
};
