/** What files that go with a book need, taken from an open platform: people's files, the store of objects, who is a teacher. */
import { CodedError } from '@shufang/contract';
import { usesEveryTeacherResource } from '../features/account/policy.ts';
import type { MaterialRouteDependencies } from '../features/catalog/material-routes.ts';
import type { Personal } from '../features/catalog/personal-marks.ts';
import { attachmentOf } from '../features/files/file-name.ts';
import { findOwnFiles, removeOwnFiles } from '../features/files/proof-files.ts';
import { sendFile } from '../features/files/send-file.ts';
import { noteUnclaimedObject } from '../features/files/store.ts';
import type { Platform } from './open-platform.ts';

const notFound = (): never => {
  throw new CodedError('file.notFound');
};

export const materialParts = ({ db, clock, objects }: Platform, personal: Personal): MaterialRouteDependencies => ({
  db,
  clock,
  personal,
  usesAll: usesEveryTeacherResource,
  takeFile: async (tx, ownerId, fileId) => {
    const now = clock.now();
    const [file] = await findOwnFiles(tx, ownerId, [fileId], now);
    if (file === undefined) return notFound();
    await removeOwnFiles(tx, ownerId, [fileId], now);
    const { name, mediaType, sizeBytes, sha256 } = file;
    return { name, mediaType, sizeBytes, sha256 };
  },
  releaseObject: (tx, sha256) => noteUnclaimedObject(tx, sha256, clock.now()),
  send: (request, reply, material) =>
    sendFile(objects, request, reply, material, { 'content-disposition': attachmentOf(material.fileName) }, notFound),
});
