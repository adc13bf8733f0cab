/** Registers the use cases of a slice under the operations of the same names. */

import type { Operation, OutputOf, ParsedInputOf } from '@shufang/contract';
import * as allOperations from '@shufang/contract';
import type { CallContext, ReaderContext } from './call-context.ts';
import type { EncodedHandler, FileHandler, HandlerResult, Router } from './router.ts';

/** Type of everything that the contract exports, by name. */
type Contract = typeof allOperations;

const contract: Contract = allOperations;

/** Names of the operations whose response is JSON with code, message and payload (`Envelope`). */
export type OperationName = { [Name in keyof Contract]: Contract[Name] extends Operation ? Name : never }[keyof Contract];

/** The caller of an operation: signed in if the operation requires a session. */
export type CallerOf<Name extends OperationName> = Contract[Name]['audience'] extends 'reader' ? ReaderContext : CallContext;

/** The validated input of an operation. */
export type UseCaseInput<Name extends OperationName> = ParsedInputOf<Contract[Name]>;

/** The payload of an operation. */
export type UseCaseOutput<Name extends OperationName> = OutputOf<Contract[Name]>;

/** The use case of an operation. `input` is validated. The result may carry a message for the user (`say`). */
export type UseCase<Name extends OperationName, Dependencies> = (
  dependencies: Dependencies,
  caller: CallerOf<Name>,
  input: UseCaseInput<Name>,
) => Promise<HandlerResult<Contract[Name]>>;

type UseCases<Dependencies> = { readonly [Name in OperationName]?: UseCase<Name, Dependencies> };

/** Registers use cases; each handles the operation with the same name. */
export const register = <Dependencies>(router: Router, dependencies: Dependencies, useCases: UseCases<Dependencies>): void => {
  for (const [name, useCase] of Object.entries(useCases) as [OperationName, UseCase<OperationName, Dependencies>][]) {
    const operation: Operation = contract[name];
    // The cast is safe, because the router checks that the caller is signed in where the operation requires it.
    router.handleAnyone(operation, (input, caller) => useCase(dependencies, caller as ReaderContext, input as never));
  }
};

/** A use case that sends a file itself. Its errors become JSON responses. */
export type FileUseCase<Name extends OperationName, Dependencies> = (
  dependencies: Dependencies,
  caller: ReaderContext,
  input: UseCaseInput<Name>,
  http: Parameters<FileHandler<Contract[Name]>>[2],
) => Promise<unknown>;

/** Registers use cases that send a file; each handles the operation with the same name. */
export const registerFiles = <Dependencies>(
  router: Router,
  dependencies: Dependencies,
  useCases: { readonly [Name in OperationName]?: FileUseCase<Name, Dependencies> },
): void => {
  for (const [name, useCase] of Object.entries(useCases) as [OperationName, FileUseCase<OperationName, Dependencies>][]) {
    const operation: Operation = contract[name];
    router.handleFile(operation, (input, caller, http) => useCase(dependencies, caller, input as never, http));
  }
};

/** A use case for payloads of several megabytes: it returns the payload as UTF-8 JSON in parts. */
export type EncodedUseCase<Name extends OperationName, Dependencies> = (
  dependencies: Dependencies,
  caller: CallerOf<Name>,
  input: UseCaseInput<Name>,
) => ReturnType<EncodedHandler<Contract[Name]>>;

/** Registers use cases that encode their own payload; each handles the operation with the same name. */
export const registerEncoded = <Dependencies>(
  router: Router,
  dependencies: Dependencies,
  useCases: { readonly [Name in OperationName]?: EncodedUseCase<Name, Dependencies> },
): void => {
  for (const [name, useCase] of Object.entries(useCases) as [OperationName, EncodedUseCase<OperationName, Dependencies>][]) {
    const operation: Operation = contract[name];
    // The cast is safe, because the router checks that the caller is signed in where the operation requires it.
    router.handleEncoded(operation, (input, caller) => useCase(dependencies, caller as ReaderContext, input as never));
  }
};
