/** What editing a book needs, taken from an open platform: people, search, pictures. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { CodedError } from '@shufang/contract';
import { findPeople } from '../features/account/find-people.ts';
import { findPersonByTel } from '../features/account/people.ts';
import type { BookDeskDependencies } from '../features/catalog/edit-book.ts';
import { findOwnPicture } from '../features/files/find-picture.ts';
import { reindexBook } from '../features/media/publication/reindex-book.ts';
import { makeCoverThumbnail } from '../features/media/resources/cover-thumbnail.ts';
import { findSale } from '../features/orders/price.ts';
import { contentKey } from '../gateways/object-storage/content-key.ts';
import type { Platform } from './open-platform.ts';

export const bookDeskParts = ({ db, clock, objects }: Pick<Platform, 'db' | 'clock' | 'objects'>): BookDeskDependencies => ({
  db,
  clock,
  findPeople: (userIds) => findPeople(db.orm, userIds),
  findPersonByTel: (tel) => findPersonByTel(db.orm, tel),
  findSale: (bookId) => findSale(db.orm, bookId),
  reindex: reindexBook,
  drawCover: async (ownerId, fileId) => {
    const { sha256 } = await findOwnPicture(db.orm, ownerId, fileId, clock.now());
    const drawn = await makeCoverThumbnail(await buffer((await objects.get(contentKey(sha256))).stream));
    if (drawn === undefined) throw new CodedError('file.pictureBroken');
    const { bytes, width, height } = drawn;
    const hash = createHash('sha256').update(bytes).digest('hex');
    await objects.put(contentKey(hash), bytes, { mediaType: 'image/webp', bytes: bytes.length });
    return { sha256: hash, width, height };
  },
});
