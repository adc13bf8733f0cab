/** Messages between the server and an isolated process. One request runs at a time; parts belong to the running request. */
import type { ErrorCode } from '@shufang/contract';

/** Messages to the isolated process. */
export type TaskRequest =
  | { readonly kind: 'run'; readonly input: unknown; readonly hasParts: boolean }
  | { readonly kind: 'part'; readonly part: unknown }
  | { readonly kind: 'partsEnd' };

/** Messages from the isolated process. `exhausted`: the work exceeded a limit of the engine itself (stack, string length). */
export type TaskResponse =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly value: unknown }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly details: Readonly<Record<string, string | number>>;
      readonly cause: string;
    }
  | { readonly kind: 'exhausted'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string };

/** The function that a task module exports as `run`. `parts`: further input in chunks, if it is too large for one message. */
export type TaskFunction = (input: unknown, parts: AsyncIterable<unknown>) => unknown;
