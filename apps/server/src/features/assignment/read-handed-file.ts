/** Sends a file of a response to its student or a teacher of the class. Throws `assignment.attemptNotFound`, `file.notFound`. */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { FileUseCase } from '../../platform/http/register.ts';
import { findUploadedFiles } from '../files/proof-files.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { isTeachers } from './assignment-view.ts';
import { findAttempt, listAnswers, type StoredAttempt } from './attempt-store.ts';
import { listFilesOfAnswers } from './handed-files.ts';
import { findAssignmentFor } from './store.ts';

/** Returns an attempt that the caller may see: an own one, or one that was handed in to a class of the caller. */
const requireSeen = async (db: Queryable, userId: string, attemptId: string): Promise<StoredAttempt> => {
  const attempt = await findAttempt(db, attemptId);
  if (attempt?.userId === userId && attempt.state !== 'provisioned') return attempt;
  const one = attempt?.state === 'handedIn' ? await findAssignmentFor(db, userId, attempt.assignmentId) : undefined;
  if (attempt === undefined || one === undefined || !isTeachers(one.access)) throw new CodedError('assignment.attemptNotFound');
  return attempt;
};

export const readHandedFile: FileUseCase<'readHandedFile', AssignmentDependencies> = async (
  { db, clock, sendFile },
  { reader },
  { attemptId, fileId },
  { request, reply },
) => {
  const now = clock.now();
  const attempt = await requireSeen(db.orm, reader.userId, attemptId);
  // An earlier answer may name a file that the last one does not: both are the student's work.
  const named = await listFilesOfAnswers(db.orm, attempt, await listAnswers(db.orm, attempt.id), now);
  const [file] = named.some(({ id }) => id === fileId) ? await findUploadedFiles(db.orm, [fileId], now) : [];
  if (file === undefined) throw new CodedError('file.notFound');
  return sendFile(request, reply, file);
};
