/** People's own files on the wire. Uploads, downloads and the link are made by hand: their bodies and addresses are no ordinary ones. */
import {
  CodedError,
  deleteFile as deleteOperation,
  downloadFile as downloadOperation,
  exportMyData as exportOperation,
  getDataExport as getExportOperation,
  createDownloadLink as linkOperation,
  listFiles as listOperation,
  type Operation,
  SUCCESS,
  type UserFile,
  uploadFile,
  uploadImage,
} from '@shufang/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { describeOperation, fileBytes } from '../../platform/http/describe-operation.ts';
import { checkInput, type Router } from '../../platform/http/router.ts';
import { tokenOfHeader } from '../account/session-token.ts';
import { createDownloadLink, type DownloadLinkDependencies } from './create-download-link.ts';
import { exportMyData, getDataExport } from './export-my-data.ts';
import type { FileDependencies } from './file-dependencies.ts';
import { attachmentOf } from './file-name.ts';
import { deleteFile, type ListFilesDependencies, listFiles } from './list-files.ts';
import { sendFile } from './send-file.ts';
import { registerFileAddresses, type ServeFileDependencies } from './serve-files.ts';
import { findOwnFile } from './store.ts';
import { takeFile, takeImage } from './take-upload.ts';

export type FileRouteDependencies = FileDependencies & DownloadLinkDependencies & ServeFileDependencies & ListFilesDependencies;

type Take = (deps: FileDependencies, request: FastifyRequest, ownerId: string) => Promise<UserFile>;

const registerUpload = (router: Router, deps: FileDependencies, operation: Operation, form: z.ZodType, take: Take): void =>
  router.raw((fastify, callContext, once) => {
    fastify.route({
      method: operation.method,
      url: operation.path,
      config: { bodyIsUpload: true },
      schema: describeOperation(operation, form),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const context = await callContext(request);
        return once(operation, request, context, { bytes: request.headers['content-length'] }, async () => ({
          code: SUCCESS,
          message: '',
          payload: await take(deps, request, context.reader.userId),
        }));
      },
    });
  });

const registerDownload = (router: Router, deps: FileDependencies): void =>
  router.handleFile(downloadOperation, async ({ fileId }, { reader }, { request, reply }) => {
    const file = await findOwnFile(deps.db.orm, reader.userId, fileId, deps.clock.now());
    const refuse = (): never => {
      throw new CodedError('file.notFound');
    };
    if (file === undefined) return refuse();
    return sendFile(deps.objects, request, reply, file, { 'content-disposition': attachmentOf(file.name) }, refuse);
  });

const linkParams = z.object({ fileId: z.string(), minutes: z.string(), proof: z.string(), '*': z.string().optional() });

/** A login token is base64 and may hold slashes: sent as it is, it becomes several segments. */
const registerLink = (router: Router, deps: DownloadLinkDependencies): void =>
  router.raw((fastify, callContext) => {
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      const { reader } = await callContext(request);
      const { '*': rest, ...sent } = linkParams.parse(request.params);
      const input = checkInput(linkOperation, { ...sent, proof: rest === undefined ? sent.proof : `${sent.proof}/${rest}` });
      const payload = await createDownloadLink(deps, reader, tokenOfHeader(request.headers.authorization), input);
      return { code: SUCCESS, message: '', payload };
    };
    const { method, path, name } = linkOperation;
    const config = { addressIsSecret: true };
    fastify.route({ method, url: path, config, schema: describeOperation(linkOperation), handler });
    fastify.route({ method, url: `${path}/*`, config, schema: { hide: true, operationId: name }, handler });
  });

export const registerFileRoutes = (router: Router, fastify: FastifyInstance, deps: FileRouteDependencies): void => {
  registerUpload(router, deps, uploadFile, uploadFile.input.extend({ file: fileBytes }), takeFile);
  registerUpload(router, deps, uploadImage, uploadImage.input.extend({ file: fileBytes }), takeImage);
  registerDownload(router, deps);
  registerLink(router, deps);
  registerFileAddresses(fastify, deps);
  router.handle(listOperation, (input, { reader }) => listFiles(deps, reader.userId, input));
  router.handle(deleteOperation, async (input, { reader }) => {
    await deleteFile(deps, reader.userId, input);
    return { payload: {}, say: '文件已删除' };
  });
  router.handle(exportOperation, async (_input, { reader }) => {
    const begun = await exportMyData(deps, reader.userId);
    return { payload: begun.export, say: begun.isNew ? '正在准备您的数据，完成后可在此下载' : '' };
  });
  router.handle(getExportOperation, (_input, { reader }) => getDataExport(deps, reader.userId));
};
