import { DEHYDRATED_STATE_ID, dehydratedResponseKey, getHome, queryBooks, SUCCESS } from '@shufang/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubCalls, succeed } from '../../testing/stub-calls.ts';

const emptyHome = { banners: [], rows: [], collections: [], categories: [] };

/** Creates a page with dehydrated state and loads the client module. */
const openPage = async (responses: Record<string, object>): Promise<typeof import('./client.ts')> => {
  const block = document.createElement('script');
  Object.assign(block, { type: 'application/json', id: DEHYDRATED_STATE_ID, textContent: JSON.stringify(responses) });
  document.body.append(block);
  return import('./client.ts');
};
const embedded = (address: string, payload: object) => ({ [dehydratedResponseKey(address)]: { code: SUCCESS, message: '', payload } });

beforeEach(() => vi.resetModules());
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('an embedded response is used once, regardless of the order of parameters', async () => {
  const list = { items: [], total: 0 };
  const { asked } = stubCalls(succeed(queryBooks, list));
  const { call } = await openPage(embedded('/api/book/query?limit=12&source=new', list));
  expect(await call(queryBooks, { source: 'new', limit: 12 })).toEqual(list);
  expect(asked).toHaveLength(0);
  await call(queryBooks, { source: 'new', limit: 12 });
  expect(asked).toHaveLength(1);
});

it('embedded responses are not used for other URLs, signed-in users, or after two minutes', async () => {
  const { asked } = stubCalls(succeed(getHome, emptyHome));
  const { call } = await openPage(embedded('/api/book/query', {}));
  await call(getHome, {});
  expect(asked).toHaveLength(1);
  vi.resetModules();
  document.body.replaceChildren();
  const again = await openPage(embedded(getHome.path, emptyHome));
  const { sessionValues } = await import('../session/session-values.ts');
  sessionValues.dpAuth.store({ token: 'T' });
  await again.call(getHome, {});
  expect(asked).toHaveLength(2);
  sessionValues.dpAuth.remove();
  vi.spyOn(performance, 'now').mockReturnValue(180_000);
  await again.call(getHome, {});
  expect(asked).toHaveLength(3);
});
