import { FIRST_ANSWERS_ID, firstAnswerKey, getHome, queryBooks, SUCCESS } from '@shufang/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, succeed } from '../../testing/answer-calls.ts';

const emptyHome = { banners: [], rows: [], collections: [], categories: [] };

/** The page as the server sent it, and the client as it begins there. */
const begin = async (answers: Record<string, object>): Promise<typeof import('./client.ts')> => {
  const block = document.createElement('script');
  Object.assign(block, { type: 'application/json', id: FIRST_ANSWERS_ID, textContent: JSON.stringify(answers) });
  document.body.append(block);
  return import('./client.ts');
};
const brought = (address: string, payload: object) => ({ [firstAnswerKey(address)]: { code: SUCCESS, message: '', payload } });

beforeEach(() => vi.resetModules());
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('answers a call with what the page brought, whatever the order of its parameters, once', async () => {
  const list = { items: [], total: 0 };
  const { asked } = answerCalls(succeed(queryBooks, list));
  const { call } = await begin(brought('/api/book/query?limit=12&source=new', list));
  expect(await call(queryBooks, { source: 'new', limit: 12 })).toEqual(list);
  expect(asked).toHaveLength(0);
  await call(queryBooks, { source: 'new', limit: 12 });
  expect(asked).toHaveLength(1);
});

it('asks for another address, for who is signed in, and when the page has lain', async () => {
  const { asked } = answerCalls(succeed(getHome, emptyHome));
  const { call } = await begin(brought('/api/book/query', {}));
  await call(getHome, {});
  expect(asked).toHaveLength(1);
  vi.resetModules();
  document.body.replaceChildren();
  const again = await begin(brought(getHome.path, emptyHome));
  const { sessionValues } = await import('../session/session-values.ts');
  sessionValues.dpAuth.store({ token: 'T' });
  await again.call(getHome, {});
  expect(asked).toHaveLength(2);
  sessionValues.dpAuth.remove();
  vi.spyOn(performance, 'now').mockReturnValue(180_000);
  await again.call(getHome, {});
  expect(asked).toHaveLength(3);
});
