/**
 * An isolated process: runs the tasks that the server sends, one at a time. It has no database, no network, no settings and only the
 * secrets that a task contains, and may be killed at any time. Its argument is the module of the task.
 */
import { on } from 'node:events';
import type { CodedError } from '@shufang/contract';
import { closeNetwork } from './close-network.ts';
import type { TaskFunction, TaskRequest, TaskResponse } from './task-messages.ts';

closeNetwork();
const [, , module = ''] = process.argv;
const { run } = (await import(module)) as { run: TaskFunction };

const send = (message: TaskResponse): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });

async function* partsOf(messages: AsyncIterable<[TaskRequest]>): AsyncGenerator<unknown> {
  for await (const [message] of messages) {
    if (message.kind === 'partsEnd') return;
    if (message.kind === 'part') yield message.part;
  }
}
async function* noParts(): AsyncGenerator<never> {
  // For a task whose whole input fits in one message, so that there are no parts.
}

/** Returns whether an error is a `CodedError`, by its name, because the contract is loaded only by tasks that need it. */
const isCoded = (error: unknown): error is CodedError => error instanceof Error && error.name === 'CodedError';

const responseTo = async (request: Extract<TaskRequest, { kind: 'run' }>): Promise<TaskResponse> => {
  // The process listens for messages before the first `await`, so that no part is missed.
  const messages = request.hasParts ? (on(process, 'message') as AsyncIterableIterator<[TaskRequest]>) : undefined;
  try {
    const parts = messages === undefined ? noParts() : partsOf(messages);
    return { kind: 'done', value: await run(request.input, parts) };
  } catch (error) {
    if (isCoded(error)) {
      const { code, details, cause } = error;
      return { kind: 'refused', code, details, cause: cause instanceof Error ? `${cause.name}: ${cause.message}` : '' };
    }
    if (error instanceof RangeError) return { kind: 'exhausted', message: error.message };
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return { kind: 'failed', message, stack };
  } finally {
    await messages?.return?.();
  }
};

process.on('message', (request: TaskRequest) => {
  if (request.kind === 'run') void responseTo(request).then(send);
});
// The process ends with the server, because nothing waits for its result any more.
process.once('disconnect', () => process.exit());
await send({ kind: 'ready' });
