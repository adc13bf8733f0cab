import type { Frame, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilAtRest } from './at-rest.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the wait for a frame that the browser does not draw ends with an error', async () => {
  const never = (): Promise<never> => new Promise(() => undefined);
  const frame = {
    url: () => 'http://book.localhost/~engine/index.html',
    frameElement: async () => ({ evaluate: never }),
    evaluate: never,
  } as unknown as Frame;
  const [error] = await Promise.all([
    untilAtRest({ frames: () => [frame] } as unknown as Page).catch((cause: unknown) => cause),
    vi.advanceTimersByTimeAsync(46_000),
  ]);
  expect(String(error)).toContain('the frame does not respond');
});
