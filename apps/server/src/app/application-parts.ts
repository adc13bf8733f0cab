/** What the slice of applications needs, taken from an open platform: the applicant's files, and people's names. */
import { CodedError } from '@shufang/contract';
import { findPeople } from '../features/account/find-people.ts';
import type { ApplicationRouteDependencies } from '../features/application/routes.ts';
import { attachmentOf } from '../features/files/file-name.ts';
import { findOwnFiles, removeOwnFiles, viewProof } from '../features/files/proof-files.ts';
import { sendFile } from '../features/files/send-file.ts';
import { wordsAbout } from '../features/institution/words-about.ts';
import type { Platform } from './open-platform.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'events' | 'objects' | 'config'>;

export const applicationParts = ({ db, clock, events, objects, config }: Parts): ApplicationRouteDependencies => ({
  db,
  clock,
  events,
  reviewDays: config.reviewDays,
  findOwnFiles: async (queryable, ownerId, fileIds) => (await findOwnFiles(queryable, ownerId, fileIds, clock.now())).map(viewProof),
  removeOwnFiles: (tx, ownerId, fileIds) => removeOwnFiles(tx, ownerId, fileIds, clock.now()),
  wordsAbout: (queryable, userId) => wordsAbout(queryable, userId, clock.now()),
  findPeople: (userIds) => findPeople(db.orm, userIds),
  sendOwnFile: async (request, reply, ownerId, fileId) => {
    const refuse = (): never => {
      throw new CodedError('file.notFound');
    };
    const [file] = await findOwnFiles(db.orm, ownerId, [fileId], clock.now());
    if (file === undefined) return refuse();
    return sendFile(objects, request, reply, file, { 'content-disposition': attachmentOf(file.name) }, refuse);
  },
});
