/**
 * Loads the script of Aliyun's captcha 2.0 (third architecture), and declares the part of its API that we use. Loaded only if the server
 * enables it. https://help.aliyun.com/zh/captcha/captcha2-0/user-guide/new-architecture-for-web-and-h5-client-access
 */
import { CAPTCHA_SCRIPT_URL, trustedScriptUrl } from '../../platform/trusted-types.ts';

export interface AliyunNames {
  readonly sceneId: string;
  readonly prefix: string;
  readonly region: string;
}

export interface AliyunCaptchaInstance {
  /** Replaces the puzzle with another one. */
  readonly refresh?: () => void;
  readonly destroyCaptcha?: () => void;
}

interface AliyunCaptchaSettings {
  readonly SceneId: string;
  readonly mode: 'embed';
  readonly element: string;
  readonly button: string;
  readonly language: 'cn';
  readonly slideStyle: { readonly width: number; readonly height: number };
  readonly success: (captchaVerifyParam: string) => void;
  readonly fail: (result: unknown) => void;
  readonly onError: (error: unknown) => void;
  readonly getInstance: (instance: AliyunCaptchaInstance) => void;
}

declare global {
  interface Window {
    AliyunCaptchaConfig?: { readonly region: string; readonly prefix: string };
    initAliyunCaptcha?: (settings: AliyunCaptchaSettings) => unknown;
  }
}

const TIMEOUT_MS = 10_000;

let loading: Promise<NonNullable<Window['initAliyunCaptcha']>> | undefined;

const load = (names: AliyunNames): Promise<NonNullable<Window['initAliyunCaptcha']>> =>
  new Promise((resolve, reject) => {
    window.AliyunCaptchaConfig = { region: names.region, prefix: names.prefix };
    const script = document.createElement('script');
    const fail = (reason: string): void => {
      script.remove();
      reject(new Error(`the script of the captcha ${reason}`));
    };
    const timer = setTimeout(() => fail('took too long'), TIMEOUT_MS);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.initAliyunCaptcha) resolve(window.initAliyunCaptcha);
      else fail('does not know its own name');
    });
    script.addEventListener('error', () => {
      clearTimeout(timer);
      fail('could not be loaded');
    });
    script.src = trustedScriptUrl(CAPTCHA_SCRIPT_URL);
    document.head.append(script);
  });

/** Loads Aliyun's script once; after a failure, the next call loads it again. */
export const loadAliyunCaptcha = (names: AliyunNames): Promise<NonNullable<Window['initAliyunCaptcha']>> => {
  loading ??= load(names).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
};
