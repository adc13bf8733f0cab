import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClientStarter } from './start-client.ts';

/** Counts the evaluations of the entry, a module in a data URL. */
const started = globalThis as { startedClients?: number };
const ENTRY = `data:text/javascript,globalThis.startedClients=(globalThis.startedClients??0)+1//${Date.now()}`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  delete started.startedClients;
  document.head.append(Object.assign(document.createElement('meta'), { name: 'client-entry', content: ENTRY }));
});
afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

describe('the client of a page with an inline script', () => {
  it.each([
    ['by the script, once', (start: () => void) => [start(), start()]],
    ['when the user presses a key', () => dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown' }))],
    ['when the text is not shown for a while', () => vi.advanceTimersByTime(3_000)],
  ])('is started %s', async (how, cause) => {
    document.head.querySelector<HTMLMetaElement>('[name="client-entry"]')?.setAttribute('content', `${ENTRY}${how}`);
    cause(createClientStarter());
    await vi.waitFor(() => expect(started.startedClients).toBe(1));
  });
});
