/** The route of `createImport`. The upload is a stream, so it is registered apart from the ordinary operations. */
import * as contract from '@shufang/contract';
import type { FastifyRequest } from 'fastify';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import { readingForm } from '../../../platform/http/broken-form.ts';
import { describeOperation, fileBytes } from '../../../platform/http/describe-operation.ts';
import type { Router } from '../../../platform/http/router.ts';
import { type AdminOperator, operatorOf } from '../../audit/audit-events.ts';
import { createImport, receiveUpload } from './create-import.ts';
import type { ImportDependencies } from './import-dependencies.ts';
import type { ImportOptions } from './import-job.ts';

const { CodedError } = contract;
const operation = contract.createImport;

const optionsOf = (input: contract.ParsedInputOf<typeof operation>): ImportOptions => ({
  ...(input.bookId === undefined ? {} : { bookId: input.bookId }),
  ...(input.publish === undefined ? {} : { publish: input.publish }),
  ...(input.access === undefined ? {} : { accessModel: input.access }),
  ...(input.priceFen === undefined || input.access !== 'paid' ? {} : { priceFen: input.priceFen }),
  ...(input.trialChapters === undefined ? {} : { trialChapters: input.trialChapters }),
  ...(input.category === undefined ? {} : { categoryIds: [...new Set(input.category.split(','))] }),
  ...(input.publisher === undefined ? {} : { publisher: input.publisher }),
  ...(input.level === undefined ? {} : { level: input.level }),
});

/** Receives the fields and the file of a form. The fields must precede the file, as browsers send them in the order of the form. */
const receiveForm = async (
  dependencies: ImportDependencies,
  request: FastifyRequest,
  operator: AdminOperator,
  accessScope: AccessScope | undefined,
): Promise<contract.ImportJob> => {
  if (!request.isMultipart()) throw new CodedError('request.invalid', { reason: '请以表单（multipart/form-data）上传文件' });
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.value !== '') fields[part.fieldname] = part.value;
      continue;
    }
    const input = operation.input.safeParse(fields);
    if (!input.success) throw new CodedError('request.invalid', { reason: input.error.issues[0]?.message ?? '表单有误' });
    return receiveUpload(dependencies, part.file, part.filename, (upload) => {
      if (part.file.truncated) throw new CodedError('request.tooLarge');
      return createImport(dependencies, operator, upload, optionsOf(input.data), accessScope);
    });
  }
  throw new CodedError('request.invalid', { reason: '请选择要导入的文件' });
};

export const registerImportUpload = (router: Router, dependencies: ImportDependencies): void =>
  router.raw((fastify, callContext, once) => {
    const { method, path, input } = operation;
    fastify.route({
      method,
      url: path,
      config: { bodyIsUpload: true },
      schema: describeOperation(operation, input.extend({ file: fileBytes })),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const caller = await callContext(operation, request);
        return once(operation, request, caller, { bytes: request.headers['content-length'] }, async () => ({
          code: contract.SUCCESS,
          message: '',
          payload: await readingForm(() => receiveForm(dependencies, request, operatorOf(caller), caller.accessScope)),
        }));
      },
    });
  });
