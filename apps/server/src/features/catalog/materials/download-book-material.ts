/** Sends a material of a book as an attachment. */
import { CodedError } from '@shufang/contract';
import type { FileUseCase } from '../../../platform/http/register.ts';
import { attachmentOf } from '../../files/file-name.ts';
import { sendFile } from '../../files/send-file.ts';
import { findVisibleBook } from '../book-page/visible-book.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { lockOfMaterial } from './material-rule.ts';
import { findMaterial } from './material-store.ts';

/** Sends the file. Throws `catalog.materialNotFound`, `catalog.bookNotFound`, `catalog.materialLocked`, `file.notFound`. */
export const downloadBookMaterial: FileUseCase<'downloadBookMaterial', CatalogDependencies> = async (
  dependencies,
  caller,
  { id },
  { request, reply },
) => {
  const material = await findMaterial(dependencies.db.orm, id);
  if (material === undefined) throw new CodedError('catalog.materialNotFound');
  const { right } = await findVisibleBook(dependencies, caller, material.bookId);
  const usesAll = dependencies.usesEveryTeacherResource(caller.reader.roles);
  const lock = lockOfMaterial(material.audience, { right, usesAll });
  if (lock !== undefined) throw new CodedError('catalog.materialLocked', { reason: lock });
  const headers = { 'content-disposition': attachmentOf(material.fileName) };
  return sendFile(dependencies.objects, request, reply, material, headers, () => {
    throw new CodedError('file.notFound');
  });
};
