/** Routes of uploads and of the download link, whose bodies and paths the router's ordinary operations cannot describe. */
import * as contract from '@shufang/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { describeOperation, fileBytes } from '../../platform/http/describe-operation.ts';
import { checkInput, type Router } from '../../platform/http/router.ts';
import { tokenOfHeader } from '../account/session/session-token.ts';
import { createDownloadLink, type DownloadLinkDependencies } from './create-download-link.ts';
import type { FileDependencies } from './file-dependencies.ts';
import { uploadFile } from './upload-file.ts';
import { uploadImage } from './upload-image.ts';

const { SUCCESS } = contract;

type Upload = (dependencies: FileDependencies, request: FastifyRequest, ownerId: string) => Promise<contract.UserFile>;

const registerUpload = (
  router: Router,
  dependencies: FileDependencies,
  operation: contract.Operation,
  form: z.ZodType,
  upload: Upload,
): void =>
  router.raw((fastify, callContext, once) => {
    fastify.route({
      method: operation.method,
      url: operation.path,
      config: { bodyIsUpload: true },
      schema: describeOperation(operation, form),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const context = await callContext(operation, request);
        return once(operation, request, context, { bytes: request.headers['content-length'] }, async () => ({
          code: SUCCESS,
          message: '',
          payload: await upload(dependencies, request, context.reader.userId),
        }));
      },
    });
  });

export const registerUploads = (router: Router, dependencies: FileDependencies): void => {
  registerUpload(router, dependencies, contract.uploadFile, contract.uploadFile.input.extend({ file: fileBytes }), uploadFile);
  registerUpload(router, dependencies, contract.uploadImage, contract.uploadImage.input.extend({ file: fileBytes }), uploadImage);
};

const linkParams = z.object({ fileId: z.string(), minutes: z.string(), proof: z.string(), '*': z.string().optional() });

/**
 * Registers the route of the download link. A login token is base64 and may contain slashes: sent unencoded, it becomes several path
 * segments.
 */
export const registerDownloadLink = (router: Router, dependencies: DownloadLinkDependencies): void =>
  router.raw((fastify, callContext) => {
    const operation = contract.createDownloadLink;
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      const context = await callContext(operation, request);
      const { '*': rest, ...sent } = linkParams.parse(request.params);
      const input = checkInput(operation, { ...sent, proof: rest === undefined ? sent.proof : `${sent.proof}/${rest}` });
      const payload = await createDownloadLink(dependencies, context, tokenOfHeader(request.headers.authorization) ?? '', input);
      return { code: SUCCESS, message: '', payload };
    };
    const { method, path } = operation;
    const config = { pathIsSecret: true };
    fastify.route({ method, url: path, config, schema: describeOperation(operation), handler });
    fastify.route({ method, url: `${path}/*`, config, schema: { hide: true }, handler });
  });
