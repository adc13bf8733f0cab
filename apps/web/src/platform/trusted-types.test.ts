/** Tests the Trusted Types policies, in browsers with and without Trusted Types. */
import { afterEach, expect, it, vi } from 'vitest';

interface Rules {
  createHTML?: (html: string) => string | null;
  createScriptURL?: (url: string) => string;
}

const load = async (withTrustedTypes: boolean) => {
  const policies: Record<string, Rules> = {};
  if (withTrustedTypes) {
    vi.stubGlobal('trustedTypes', {
      createPolicy: (name: string, rules: Rules) => {
        policies[name] = rules;
        return { createHTML: (html: string) => `trusted ${rules.createHTML?.(html)}`, createScriptURL: rules.createScriptURL };
      },
    });
  }
  vi.resetModules();
  return { policies, ...(await import('./trusted-types.ts')) };
};

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([true, false])(
  'the scripts of the client are trusted and any other URL is rejected (Trusted Types: %s)',
  async (withTrustedTypes) => {
    const { trustedScriptUrl, SERVICE_WORKER_URL, CAPTCHA_SCRIPT_URL } = await load(withTrustedTypes);
    for (const url of [SERVICE_WORKER_URL, CAPTCHA_SCRIPT_URL]) expect(trustedScriptUrl(url)).toBe(url);
    for (const url of ['https://o.alicdn.com/other.js', '/sw.js?x', 'data:text/javascript,1']) {
      expect(() => trustedScriptUrl(url), url).toThrow(TypeError);
    }
  },
);

it('the document of a frame is trusted, or stays a string', async () => {
  expect((await load(true)).trustedFrameDocument('<p>1</p>')).toBe('trusted <p>1</p>');
  vi.unstubAllGlobals();
  expect((await load(false)).trustedFrameDocument('<p>1</p>')).toBe('<p>1</p>');
});

it('an element may be emptied by an empty string, and by no other string', async () => {
  const { policies } = await load(true);
  expect(policies['default']?.createHTML?.('')).toBe('');
  expect(policies['default']?.createHTML?.('<img src=x onerror=alert(1)>')).toBeNull();
  expect(policies['default']?.createScriptURL).toBeUndefined();
});
