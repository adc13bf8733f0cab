/** Imports on the wire. The upload is a stream, so its route is made by hand; the others are ordinary operations. */
import {
  CodedError,
  cancelImport as cancelImportOperation,
  createImport as createImportOperation,
  getImport as getImportOperation,
  type ImportJob,
  listImports as listImportsOperation,
  type ParsedInputOf,
  retryImport as retryImportOperation,
  SUCCESS,
} from '@shufang/contract';
import type { FastifyRequest } from 'fastify';
import { type DeskOperator, operatorOf } from '../../platform/audit.ts';
import { readingForm } from '../../platform/http/broken-form.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { describeOperation, fileBytes } from '../../platform/http/describe-operation.ts';
import type { Router } from '../../platform/http/router.ts';
import { createImport, receiveUpload } from './import/create-import.ts';
import { cancelImport, getImport, listImports, retryImport } from './import/follow-imports.ts';
import type { ImportDependencies } from './import/import-dependencies.ts';
import type { ImportOptions } from './import/import-job.ts';

export const registerMediaRoutes = (router: Router, deps: ImportDependencies): void => {
  router.handle(getImportOperation, (input) => getImport(deps, input.id));
  router.handle(listImportsOperation, async (input, { bounds }) => ({ items: await listImports(deps, input.limit, bounds) }));
  router.handle(cancelImportOperation, (input, context) => cancelImport(deps, operatorOf(context), input.id));
  router.handle(retryImportOperation, (input, context) => retryImport(deps, operatorOf(context), input.id));
  router.raw((fastify, callContext, once) => {
    const { method, path, input } = createImportOperation;
    fastify.route({
      method,
      url: path,
      config: { bodyIsUpload: true },
      schema: describeOperation(createImportOperation, input.extend({ file: fileBytes })),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const context = await callContext(request);
        return once(createImportOperation, request, context, { bytes: request.headers['content-length'] }, async () => ({
          code: SUCCESS,
          message: '',
          payload: await readingForm(() => takeUpload(deps, request, operatorOf(context), context.bounds)),
        }));
      },
    });
  });
};

/** Form fields must come before the file, as browsers send them in the order of the form. */
const takeUpload = async (
  deps: ImportDependencies,
  request: FastifyRequest,
  operator: DeskOperator,
  bounds: Bounds | undefined,
): Promise<ImportJob> => {
  if (!request.isMultipart()) throw new CodedError('request.invalid', { reason: '请以表单（multipart/form-data）上传文件' });
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.value !== '') fields[part.fieldname] = part.value;
      continue;
    }
    const input = createImportOperation.input.safeParse(fields);
    if (!input.success) throw new CodedError('request.invalid', { reason: input.error.issues[0]?.message ?? '表单有误' });
    return receiveUpload(deps, part.file, part.filename, (upload) => {
      if (part.file.truncated) throw new CodedError('request.tooLarge');
      return createImport(deps, operator, upload, optionsOf(input.data), bounds);
    });
  }
  throw new CodedError('request.invalid', { reason: '请选择要导入的文件' });
};

const optionsOf = (input: ParsedInputOf<typeof createImportOperation>): ImportOptions => ({
  ...(input.bookId === undefined ? {} : { bookId: input.bookId }),
  ...(input.publish === undefined ? {} : { publish: input.publish }),
  ...(input.access === undefined ? {} : { accessModel: input.access }),
  ...(input.priceFen === undefined || input.access !== 'paid' ? {} : { priceFen: input.priceFen }),
  ...(input.trialChapters === undefined ? {} : { trialChapters: input.trialChapters }),
  ...(input.category === undefined ? {} : { categoryIds: [...new Set(input.category.split(','))] }),
  ...(input.publisher === undefined ? {} : { publisher: input.publisher }),
  ...(input.level === undefined ? {} : { level: input.level }),
});
