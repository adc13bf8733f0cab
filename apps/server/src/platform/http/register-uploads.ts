/** Registers use cases that receive a file, under the operations of the same names. */
import type { Operation } from '@shufang/contract';
import * as allOperations from '@shufang/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ReaderContext } from './call-context.ts';
import { describeOperation, fileBytes } from './describe-operation.ts';
import type { OperationName, UseCaseInput } from './register.ts';
import { checkInput, type HandlerResult, hasMessage, type Router } from './router.ts';

type Contract = typeof allOperations;

const contract: Contract = allOperations;

/**
 * The use case of an operation that receives a multipart form. It reads the form itself; `parseInput` validates the fields of the form and
 * throws `request.invalid`.
 */
export type UploadUseCase<Name extends OperationName, Dependencies> = (
  dependencies: Dependencies,
  caller: ReaderContext,
  request: FastifyRequest,
  parseInput: (fields: unknown) => UseCaseInput<Name>,
) => Promise<HandlerResult<Contract[Name]>>;

/** The fields of a form as the OpenAPI document shows them, with the file. */
const withFile = (input: z.ZodType): z.ZodType => (input instanceof z.ZodObject ? input.extend({ file: fileBytes }) : input);

/** Registers use cases that receive forms. The idempotency key of such a request covers the size of the form, not its bytes. */
export const registerUploads = <Dependencies>(
  router: Router,
  dependencies: Dependencies,
  useCases: { readonly [Name in OperationName]?: UploadUseCase<Name, Dependencies> },
): void =>
  router.raw((fastify, callContext, once) => {
    for (const [name, useCase] of Object.entries(useCases) as [OperationName, UploadUseCase<OperationName, Dependencies>][]) {
      const operation: Operation = contract[name];
      fastify.route({
        method: operation.method,
        url: operation.path,
        config: { bodyIsUpload: true },
        schema: describeOperation(operation, withFile(operation.input)),
        handler: async (request, reply) => {
          void reply.header('cache-control', 'no-store');
          const caller = await callContext(operation, request);
          return once(operation, request, caller, { bytes: request.headers['content-length'] }, async () => {
            const result = await useCase(dependencies, caller, request, (fields) => checkInput(operation, fields) as never);
            const { payload, say } = hasMessage(result) ? result : { payload: result, say: '' };
            return { code: allOperations.SUCCESS, message: say, payload: operation.output.parse(payload) };
          });
        },
      });
    }
  });
