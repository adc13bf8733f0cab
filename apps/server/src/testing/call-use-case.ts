/** Calls a use case without a server around it. */
import type { CallerOf, OperationName, UseCase, UseCaseInput, UseCaseOutput } from '../platform/http/register.ts';

/** Returns the payload of the use case, without its message. */
export const callUseCase = async <Name extends OperationName, Dependencies>(
  useCase: UseCase<Name, Dependencies>,
  dependencies: Dependencies,
  caller: CallerOf<Name>,
  input: UseCaseInput<Name>,
): Promise<UseCaseOutput<Name>> => {
  const result: unknown = await useCase(dependencies, caller, input);
  const hasMessage = typeof result === 'object' && result !== null && 'say' in result && 'payload' in result;
  return (hasMessage ? result.payload : result) as UseCaseOutput<Name>;
};

/** Returns a signed-in caller with the role of a reader, with only the fields that use cases read. */
export const aCaller = (userId: string): CallerOf<'queryNotes'> =>
  ({ reader: { userId, sid: '', roles: ['reader'] }, accessScope: undefined, address: '127.0.0.1' }) as unknown as CallerOf<'queryNotes'>;
