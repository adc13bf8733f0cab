/** Sends a file of the caller as an attachment. Throws `file.notFound`. */
import { CodedError } from '@shufang/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { FileDependencies } from './file-dependencies.ts';
import { attachmentOf } from './file-name.ts';
import { sendFile } from './send-file.ts';
import { findOwnFile } from './store.ts';

export const downloadFile = async (
  { db, clock, objects }: Pick<FileDependencies, 'db' | 'clock' | 'objects'>,
  { reader }: Pick<ReaderContext, 'reader'>,
  { fileId }: { readonly fileId: string },
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<unknown> => {
  const notFound = (): never => {
    throw new CodedError('file.notFound');
  };
  const file = (await findOwnFile(db.orm, reader.userId, fileId, clock.now())) ?? notFound();
  return sendFile(objects, request, reply, file, { 'content-disposition': attachmentOf(file.name) }, notFound);
};
