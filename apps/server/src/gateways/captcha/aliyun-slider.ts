/** Verifies the slider captcha of Alibaba Cloud (captcha 2.0): https://help.aliyun.com/zh/captcha/captcha2-0/user-guide/server-access */
import type { Clock } from '../../platform/clock.ts';
import { AliyunError, callAliyun } from '../aliyun/aliyun-request.ts';
import { type HostedSlider, HostedSliderUnavailableError } from './hosted-slider.ts';

export interface AliyunSliderSettings {
  /** Origin of the captcha service, which depends on the region, such as `https://captcha.cn-shanghai.aliyuncs.com`. */
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  readonly sceneId: string;
  readonly prefix: string;
  readonly region: 'cn' | 'sgp';
  readonly timeoutMs?: number;
}

/** Time for which Alibaba Cloud is not called after a failure; our own slider is offered instead. */
export const ALIYUN_PAUSE_MS = 60_000;
/** Timeout of one verification. It is short, because a user waits for the result. */
const TIMEOUT_MS = 3_000;

/**
 * Returns whether the error was caused by the caller's token. Such errors do not count as failures of the supplier; otherwise any caller
 * could disable it.
 */
const isInvalidParameter = (error: unknown): boolean => error instanceof AliyunError && /Param/i.test(error.code);

const verifyResult = (answer: Record<string, unknown>): boolean | undefined => {
  const { Result: result } = answer;
  if (typeof result !== 'object' || result === null || !('VerifyResult' in result)) return undefined;
  return typeof result.VerifyResult === 'boolean' ? result.VerifyResult : undefined;
};

/** The origins that Aliyun's script was observed to load and call, and no others. */
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
          // The scene (id of a captcha configuration at Alibaba Cloud) comes from our settings, so that Alibaba Cloud refuses a token that
          // was made for another scene.
          params: { CaptchaVerifyParam: text, SceneId: sceneId },
          timeoutMs,
        });
      } catch (error) {
        if (isInvalidParameter(error)) return false;
        throw fail(error);
      }
      const result = verifyResult(answer);
      if (result === undefined)
        throw fail(new Error(`a response without a result: ${String(answer['Code'])}, request ${String(answer['RequestId'])}`));
      pausedUntil = 0;
      return result;
    },
  };
};
