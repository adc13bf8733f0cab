/** Tests of shelf changes by operations and by sync. */
import { formatHlc, newId } from '@shufang/contract';
import { expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { withShelfServer } from './testing/shelf-server.ts';

testAccess('setShelf', 'every user');

testIdempotency('setShelf', async ({ aUser, bookId }) => ({
  as: await aUser(),
  body: { groups: [{ id: newId(), name: '先秦' }], items: [{ bookId, onShelf: true }] },
}));

const { shop, bookOf, send, shelf, listShelf, pull, pushOp } = withShelfServer();

test('the shelf has groups, and the books of a removed group have no group', async () => {
  const group = newId();
  await send('/api/shelf/set', {
    groups: [{ id: group, name: '  先秦 ' }],
    items: [{ bookId: bookOf('论语选读'), onShelf: true, groupId: group }],
  });
  expect((await shelf()).groups).toEqual([{ id: group, name: '先秦' }]);
  expect((await listShelf())[0]?.[1].groupId).toBe(group);
  await send('/api/shelf/set', { groups: [{ id: group, remove: true }] });
  expect((await shelf()).groups).toEqual([]);
  expect((await listShelf())[0]?.[1].groupId).toBeUndefined();
  expect((await send('/api/shelf/set', { groups: [{ id: newId() }] })).code).toBe('sync.opInvalid');
});

test('a request with one invalid change does not change the shelf at all', async () => {
  const response = await send('/api/shelf/set', {
    groups: [{ id: newId(), name: '先秦' }],
    items: [
      { bookId: bookOf('论语选读'), onShelf: true },
      { bookId: newId(), onShelf: true },
    ],
  });
  expect(response.code).toBe('catalog.bookNotFound');
  expect(await shelf()).toEqual({ items: [], groups: [] });
  expect(await pull()).toEqual([]);
});

test('of two concurrent requests that exceed the number of groups together, one changes nothing', async () => {
  const addGroups = () =>
    send('/api/shelf/set', { groups: Array.from({ length: 120 }, (_, index) => ({ id: newId(), name: `组 ${index}` })) });
  const responses = await Promise.all([addGroups(), addGroups()]);
  expect(responses.map(({ code }) => code).toSorted()).toEqual(['success', 'sync.opInvalid']);
  expect((await shelf()).groups).toHaveLength(120);
});

test('changes of the shelf from several devices are merged field by field', async () => {
  const now = shop().platform.clock.now();
  const put = (deviceId: string, ms: number, fields: object) =>
    pushOp({ entity: 'shelfItem', entityId: bookOf('论语选读'), hlc: formatHlc(ms, 0, deviceId), fields });
  await put('devicea', now, { onShelf: true, addedAt: now, pinned: true });
  await put('deviceb', now + 50, { hidden: true });
  expect(await put('devicec', now - 50, { pinned: false, order: 3 })).toMatchObject({ status: 'merged' });
  expect((await pull()).map(({ entity, record }) => [entity, record])).toEqual([
    ['shelfItem', { bookId: bookOf('论语选读'), onShelf: true, addedAt: now, pinned: true, hidden: true, order: 3 }],
  ]);
});

test('a shelf change by an operation wins over a change from a device whose clock is ahead', async () => {
  const fast = shop().platform.clock.now() + 300_000;
  await pushOp({
    entity: 'shelfItem',
    entityId: bookOf('论语选读'),
    hlc: formatHlc(fast, 0, 'devicea'),
    fields: { onShelf: true, addedAt: fast },
  });
  await send('/api/shelf/set', { items: [{ bookId: bookOf('论语选读'), onShelf: false }] });
  expect(await listShelf()).toEqual([]);
});

test('sync rejects shelf items of unknown books and their deletion', async () => {
  expect(await pushOp({ entity: 'shelfItem', entityId: newId(), fields: { onShelf: true } })).toMatchObject({ status: 'rejected' });
  expect(await pushOp({ entity: 'shelfItem', entityId: bookOf('论语选读'), kind: 'del' })).toMatchObject({ status: 'rejected' });
  expect(await pushOp({ entity: 'favorite', entityId: `shop:${bookOf('论语选读')}` })).toMatchObject({ status: 'rejected' });
  expect((await shop().call('/api/shelf/get')).code).toBe('requestLogin');
});
