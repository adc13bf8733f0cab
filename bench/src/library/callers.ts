/**
 * Callers in a process of their own, so that they do not wait for the bench and the bench not for them: each asks, takes the whole answer and
 * asks the next, at once or after a pause. Gets `CallersTask` as JSON on its standard input, answers milliseconds of each call on its output.
 */
import { Agent, get } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export interface CallersTask {
  readonly url: string;
  /** Addresses below `url`, asked for in turn. */
  readonly paths: readonly string[];
  readonly callers: number;
  readonly calls: number;
  readonly warmUp: number;
  /** How long a caller looks at an answer, milliseconds; the first call of each comes at some moment of the first such time. */
  readonly pauseMs?: number;
}

const { url, paths, callers, calls, warmUp, pauseMs = 0 } = (await json(process.stdin)) as CallersTask;
const agent = new Agent({ keepAlive: true, maxSockets: callers });

const SUCCESS = Buffer.from('{"code":"success"');

/** Resolves when the last byte is there. */
const ask = (path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    get(new URL(path, url), { agent, headers: { 'x-device-code': 'web' } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        if (parts[0]?.subarray(0, SUCCESS.length).equals(SUCCESS) === true) resolve();
        else reject(new Error(`${path} answered ${answer.statusCode}: ${Buffer.concat(parts).toString().slice(0, 300)}`));
      });
      answer.on('error', reject);
    }).on('error', reject);
  });

const taken: number[] = [];
let started = 0;
const caller = async (_: unknown, index: number): Promise<void> => {
  if (pauseMs > 0) await pause((pauseMs * index) / callers);
  while (started < warmUp + calls) {
    const number = started++;
    const began = performance.now();
    await ask(paths[number % paths.length] ?? '/');
    if (number >= warmUp) taken.push(performance.now() - began);
    if (pauseMs > 0) await pause(pauseMs);
  }
};
await Promise.all(Array.from({ length: callers }).map(caller));
agent.destroy();
console.log(JSON.stringify(taken));
