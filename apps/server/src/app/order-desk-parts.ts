/** What the desk's calls about orders need beside the orders themselves: people, and the PDFs of invoices. */
import { CodedError } from '@shufang/contract';
import { findPeople, searchPeople } from '../features/account/find-people.ts';
import { attachmentOf } from '../features/files/file-name.ts';
import { sendFile } from '../features/files/send-file.ts';
import { findOwnFile } from '../features/files/store.ts';
import type { OrderAdminDependencies } from '../features/orders/admin-routes.ts';
import type { OrderDependencies } from '../features/orders/order-dependencies.ts';
import { fileParts } from './file-parts.ts';
import type { Platform } from './open-platform.ts';

export const orderDeskParts = (platform: Platform, orders: OrderDependencies): OrderAdminDependencies => {
  const { db, clock, objects } = platform;
  return {
    ...orders,
    files: fileParts(platform),
    findPeople: (ids) => findPeople(db.orm, ids),
    searchPeople: (q) => searchPeople(db.orm, q),
    sendOwnFile: async (request, reply, ownerId, fileId) => {
      const refuse = (): never => {
        throw new CodedError('file.notFound');
      };
      const file = await findOwnFile(db.orm, ownerId, fileId, clock.now());
      if (file?.kind !== 'invoice') return refuse();
      return sendFile(objects, request, reply, file, { 'content-disposition': attachmentOf(file.name) }, refuse);
    },
  };
};
