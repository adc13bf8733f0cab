import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClientStarter } from './start-client.ts';

/** Counts the evaluations of the entry, a module in a data URL. */
const started = globalThis as { startedClients?: number };
const ENTRY = `data:text/javascript,globalThis.startedClients=(globalThis.startedClients??0)+1//${Date.now()}`;
const preloads = () => Array.from(document.head.querySelectorAll('link'), ({ rel, as, href }) => [rel, as || undefined, new URL(href).pathname]);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  delete started.startedClients;
  const metas = { 'client-entry': ENTRY, 'client-files': '/a.js /a.css' };
  for (const [name, content] of Object.entries(metas))
    document.head.append(Object.assign(document.createElement('meta'), { name, content }));
});
afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

describe('the client of a page with an inline script', () => {
  it('is preloaded once', () => {
    const client = createClientStarter();
    client.preload();
    client.preload();
    expect(preloads()).toEqual([
      ['modulepreload', undefined, '/a.js'],
      ['preload', 'style', '/a.css'],
    ]);
    expect(started.startedClients).toBeUndefined();
  });

  it.each([
    ['by the script, once', (client: ReturnType<typeof createClientStarter>) => [client.start(), client.start()]],
    ['when the user presses a key', () => dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown' }))],
    ['when the text is not shown for a while', () => vi.advanceTimersByTime(3_000)],
  ])('is started %s', async (how, cause) => {
    document.head.querySelector<HTMLMetaElement>('[name="client-entry"]')?.setAttribute('content', `${ENTRY}${how}`);
    const client = createClientStarter();
    cause(client);
    await vi.waitFor(() => expect(started.startedClients).toBe(1));
  });
});
