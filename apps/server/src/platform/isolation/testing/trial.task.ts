/** A task for tests: does what malicious work might do. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { CodedError } from '@shufang/contract';

export type Trial =
  | { readonly do: 'echo'; readonly value: unknown }
  | { readonly do: 'processId' }
  | { readonly do: 'environment' }
  | {
      readonly do:
        | 'loop'
        | 'fillHeap'
        | 'fillBuffers'
        | 'recurse'
        | 'longString'
        | 'exit'
        | 'throw'
        | 'refuse'
        | 'connect'
        | 'spawn'
        | 'sum'
        | 'ignoreParts';
    }
  | { readonly do: 'read' | 'write'; readonly path: string };

const recurse = (depth: number): number => 1 + recurse(depth + 1);

const deeds: Record<Exclude<Trial['do'], 'echo' | 'read' | 'write' | 'sum'>, () => unknown> = {
  processId: () => process.pid,
  environment: () => ({ ...process.env }),
  loop: () => {
    for (;;);
  },
  fillHeap: () => {
    const retained: object[] = [];
    for (;;) retained.push({ at: retained.length });
  },
  fillBuffers: () => {
    const retained: Buffer[] = [];
    for (;;) retained.push(Buffer.alloc(1_048_576, 1));
  },
  recurse: () => recurse(0),
  longString: () => 'x'.repeat(2 ** 29).repeat(8),
  exit: () => process.exit(3),
  throw: () => {
    throw new TypeError('a mistake of ours');
  },
  refuse: () => {
    throw new CodedError('account.smsTooSoon', { seconds: 7 }, { cause: new Error('why') });
  },
  connect: () => net.connect(1, '127.0.0.1'),
  spawn: () => execFileSync('true'),
  ignoreParts: () => 'done',
};

export const run = async (trial: Trial, parts: AsyncIterable<unknown>): Promise<unknown> => {
  switch (trial.do) {
    case 'echo':
      return trial.value;
    case 'read':
      return readFileSync(trial.path, 'utf8');
    case 'write':
      return writeFileSync(trial.path, 'x');
    case 'sum': {
      let sum = 0;
      for await (const part of parts) sum += part as number;
      return sum;
    }
    default:
      return deeds[trial.do]();
  }
};
