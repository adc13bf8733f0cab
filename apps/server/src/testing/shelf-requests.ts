/** Valid requests for the operations on the shelf, collections and the home page, by operation name. */
import { newId } from '@shufang/contract';
import { granted } from './file-fixture.ts';
import type { TestPerson, TestServer } from './test-server.ts';

interface ShelfRequest {
  readonly as: TestPerson;
  readonly body: object;
}

export const shelfRequests = (
  shop: () => TestServer,
  aUser: (role?: 'admin') => Promise<TestPerson>,
  bookId: () => string,
): Readonly<Record<string, () => Promise<ShelfRequest>>> => {
  const make = async (url: string, body: object): Promise<string> =>
    granted(await shop().call<{ id: string }>(url, { as: await aUser('admin'), body })).id;
  const aCollection = () => make('/api/admin/collection/save', { title: '先秦', visible: true, items: [{ bookId: bookId() }] });
  const aSlot = () => make('/api/admin/slot/save', { targetType: 'page', target: '/course/list', title: '全部教材' });
  const asEditor = async (body: object): Promise<ShelfRequest> => ({ as: await aUser('admin'), body });
  const asReader = async (body: object): Promise<ShelfRequest> => ({ as: await aUser(), body });
  return {
    setShelf: () => asReader({ groups: [{ id: newId(), name: '先秦' }], items: [{ bookId: bookId(), onShelf: true }] }),
    toggleFavorite: () => asReader({ targetType: 'book', targetId: bookId() }),
    favoriteCollection: async () => asReader({ id: await aCollection() }),
    saveCollection: () => asEditor({ title: '诸子', kind: 'series', items: [{ bookId: bookId() }] }),
    removeCollection: async () => asEditor({ id: await aCollection() }),
    arrangeCollections: async () => asEditor({ ids: [await aCollection()] }),
    saveHomeSlot: async () => asEditor({ slot: 'banner', targetType: 'book', target: bookId() }),
    removeHomeSlot: async () => asEditor({ id: await aSlot() }),
    arrangeHomeSlots: async () => asEditor({ ids: [await aSlot()] }),
  };
};
