/**
 * Aliyun's captcha 2.0, third architecture: the script, and what we use of it. Loaded only where the server says that this site has it.
 * https://help.aliyun.com/zh/captcha/captcha2-0/user-guide/new-architecture-for-web-and-h5-client-access
 */
export interface AliyunNames {
  readonly sceneId: string;
  readonly prefix: string;
  readonly region: string;
}

export interface AliyunCaptchaInstance {
  /** Another puzzle. */
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

const SCRIPT = 'https://o.alicdn.com/captcha-frontend/aliyunCaptcha/AliyunCaptcha.js';
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
    script.src = SCRIPT;
    document.head.append(script);
  });

/** Loads the script once; after a failure the next wish tries again. */
export const loadAliyunCaptcha = (names: AliyunNames): Promise<NonNullable<Window['initAliyunCaptcha']>> => {
  loading ??= load(names).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
};
