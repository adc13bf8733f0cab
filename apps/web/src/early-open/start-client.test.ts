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
  vi.unstubAllGlobals();
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

  it.each([
    ['reloads the page when the entry can be fetched', 'navigate', 1],
    ['does not reload a page that was reloaded', 'reload', 0],
  ])('after a failure %s', async (_, type, reloads) => {
    const meta = document.head.querySelector<HTMLMetaElement>('[name="client-entry"]');
    const failed = vi.fn((event: ErrorEvent) => event.preventDefault());
    const reload = vi.fn();
    vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] });
    addEventListener('error', failed);
    try {
      meta?.setAttribute('content', `data:text/javascript,throw new Error("the client cannot be loaded")//${type}`);
      createClientStarter(reload)();
      await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
      meta?.setAttribute('content', `${ENTRY}reload ${type}`);
      vi.advanceTimersByTime(2_000);
      await vi.waitFor(() => expect([reload.mock.calls.length, started.startedClients ?? 0]).toEqual([reloads, 1 - reloads]));
    } finally {
      removeEventListener('error', failed);
    }
  });

  it.each([
    ['after a delay', () => vi.advanceTimersByTime(2_000)],
    ['when the browser is online again', () => dispatchEvent(new Event('online'))],
    ['when the user presses a key', () => dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown' }))],
  ])('is loaded again after a failure %s, and then no more', async (how, cause) => {
    const meta = document.head.querySelector<HTMLMetaElement>('[name="client-entry"]');
    const failed = vi.fn((event: ErrorEvent) => event.preventDefault());
    vi.stubGlobal('performance', { getEntriesByType: () => [] });
    vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }));
    addEventListener('error', failed);
    try {
      meta?.setAttribute('content', 'data:text/javascript,throw new Error("the client cannot be loaded")');
      const start = createClientStarter();
      start();
      await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
      meta?.setAttribute('content', `${ENTRY}again ${how}`);
      cause();
      await vi.waitFor(() => expect(started.startedClients).toBe(1));
      meta?.setAttribute('content', `${ENTRY}and again ${how}`);
      start();
      vi.advanceTimersByTime(120_000);
      await import(/* @vite-ignore */ `${ENTRY}marker ${how}`);
      expect(started.startedClients).toBe(2);
      expect(failed).toHaveBeenCalledOnce();
    } finally {
      removeEventListener('error', failed);
    }
  });
});
