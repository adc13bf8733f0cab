import type { Page } from 'playwright-core';

/** Delays the client's code, as on a slow network, until the returned function is called. */
export const holdCode = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/start-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};
