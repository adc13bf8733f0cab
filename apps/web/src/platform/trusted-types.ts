/**
 * The Trusted Types policies of the client. The page refuses a string where a browser expects HTML or the URL of a script
 * (`require-trusted-types-for 'script'`, docs/configuration.md), so every such place calls one of these functions. Browsers without Trusted
 * Types use the string itself. https://www.w3.org/TR/trusted-types/
 */
interface PolicyRules {
  readonly createHTML?: (html: string) => string | null;
  readonly createScriptURL?: (url: string) => string;
}

interface PolicyFactory {
  /** Creates a policy. Throws if the name is not allowed by the page's security policy, or is already in use. */
  createPolicy(name: string, rules: PolicyRules): { createHTML(html: string): string; createScriptURL(url: string): string };
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;

export const SERVICE_WORKER_URL = '/sw.js';
export const CAPTCHA_SCRIPT_URL = 'https://o.alicdn.com/captcha-frontend/aliyunCaptcha/AliyunCaptcha.js';
const SCRIPT_URLS: readonly string[] = [SERVICE_WORKER_URL, CAPTCHA_SCRIPT_URL];

const requireKnownUrl = (url: string): string => {
  if (!SCRIPT_URLS.includes(url)) throw new TypeError('not a script of the client');
  return url;
};

const policy = factory?.createPolicy('shufang', { createHTML: (html) => html, createScriptURL: requireKnownUrl });

// Allows React Aria to empty its live regions by `innerHTML = ''`; any other string is refused.
factory?.createPolicy('default', { createHTML: (html) => (html === '' ? '' : null) });

/** Returns the URL of a script of the client, trusted. Throws a TypeError for any other URL. */
export const trustedScriptUrl = (url: string): string => policy?.createScriptURL(url) ?? requireKnownUrl(url);

/** Returns the document of a frame, trusted. Only for frames whose sandbox forbids scripts. */
export const trustedFrameDocument = (html: string): string => policy?.createHTML(html) ?? html;
