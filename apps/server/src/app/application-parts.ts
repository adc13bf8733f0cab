/** What the slice of applications needs, taken from an open platform: the applicant's files, and people's names. */
import { CodedError } from '@shufang/contract';
import type { Account } from '../features/account/account.ts';
import { findPeople } from '../features/account/find-people.ts';
import type { ApplicationDependencies } from '../features/application/application-dependencies.ts';
import type { ApplicationRouteDependencies } from '../features/application/routes.ts';
import { attachmentOf } from '../features/files/file-name.ts';
import { findOwnFiles, removeOwnFiles, viewProof } from '../features/files/proof-files.ts';
import { sendFile } from '../features/files/send-file.ts';
import { wordsAbout } from '../features/institution/words-about.ts';
import { codeParts } from './commerce-parts.ts';
import type { Platform } from './open-platform.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'events' | 'objects' | 'config' | 'limiter' | 'secret'>;

/** To forget the proofs of what was decided. */
export const proofParts = ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Pick<ApplicationDependencies, 'db' | 'clock' | 'removeOwnFiles'> => ({
  db,
  clock,
  removeOwnFiles: (tx, ownerId, fileIds) => removeOwnFiles(tx, ownerId, fileIds, clock.now()),
});

export const applicationParts = (
  { limiter, secret, db, clock, events, objects, config }: Parts,
  account: Account,
): ApplicationRouteDependencies => ({
  ...proofParts({ db, clock }),
  events,
  reviewDays: config.reviewDays,
  findOwnFiles: async (queryable, ownerId, fileIds) => (await findOwnFiles(queryable, ownerId, fileIds, clock.now())).map(viewProof),
  wordsAbout: (queryable, userId) => wordsAbout(queryable, userId, clock.now()),
  account,
  codes: codeParts({ db, clock, limiter, secret }),
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
