/** Returns where a user's files are used: as avatar, in applications of teachers and authors, in claims for access to a book, in answers to assignments. */
import type { FileUse } from '@shufang/contract';
import { findUserById } from '../features/account/user-store.ts';
import { listClaimsOf } from '../features/activation-code/claim-store.ts';
import { listFilesInAnswers } from '../features/assignment/handed-files.ts';
import { findBooks } from '../features/catalog/find-books.ts';
import type { ListFilesDependencies } from '../features/files/file-dependencies.ts';
import { publicUrlOf } from '../features/files/user-file.ts';
import { listEveryApplicationOf } from '../features/verification/store.ts';

const APPLICATIONS = { teacher: 'teacherApplication', author: 'authorApplication' } as const;

export const findFileUses: ListFilesDependencies['usesOf'] = async (db, ownerId, files) => {
  const fileIds = files.map(({ id }) => id);
  const [owner, applications, claims, handedIn] = await Promise.all([
    findUserById(db, ownerId),
    listEveryApplicationOf(db, ownerId),
    listClaimsOf(db, ownerId),
    listFilesInAnswers(db, ownerId, fileIds),
  ]);
  const books = new Map((await findBooks(db, [...new Set(claims.map(({ bookId }) => bookId))])).map(({ id, title }) => [id, title]));
  const uses = new Map<string, FileUse[]>();
  const add = (fileId: string, use: FileUse): void => {
    const known = uses.get(fileId);
    if (known === undefined) uses.set(fileId, [use]);
    // Several uses of one kind in the same object are listed once; that use is marked as held (the file cannot be deleted) if any of them
    // is held.
    else if (!known.some(({ kind, name, isHeld }) => kind === use.kind && name === use.name && (isHeld || !use.isHeld))) {
      const others = known.filter(({ kind, name }) => kind !== use.kind || name !== use.name);
      uses.set(fileId, [...others, use]);
    }
  };
  for (const file of files)
    if (file.kind === 'avatar' && owner !== undefined && owner.avatar !== '' && publicUrlOf(file) === owner.avatar)
      add(file.id, { kind: 'avatar', name: '', isHeld: true });
  for (const { kind, state, proofIds } of applications)
    for (const id of proofIds) add(id, { kind: APPLICATIONS[kind], name: '', isHeld: state === 'pending' });
  for (const { bookId, status, photoIds } of claims)
    for (const id of photoIds) add(id, { kind: 'codeClaim', name: books.get(bookId) ?? '', isHeld: status === 'open' });
  for (const { fileId, title } of handedIn) add(fileId, { kind: 'assignment', name: title, isHeld: true });
  return uses;
};
