/**
 * Simulates callers in a separate process, so that the callers and the benchmark do not slow each other down: each requests a path, reads
 * the whole response and requests the next one, immediately or after a pause. Reads `CallersTask` as JSON from standard input, and writes
 * the duration of each call in milliseconds to standard output.
 */
import { Agent, get } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export interface CallersTask {
  readonly url: string;
  /** Paths below `url`, requested in turn. */
  readonly paths: readonly string[];
  readonly callers: number;
  readonly calls: number;
  readonly warmUp: number;
  /** Pause of a caller after each response, in milliseconds; the first call is delayed by a random part of it. */
  readonly pauseMs?: number;
}

const { url, paths, callers, calls, warmUp, pauseMs = 0 } = (await json(process.stdin)) as CallersTask;
const agent = new Agent({ keepAlive: true, maxSockets: callers });

const SUCCESS = Buffer.from('{"code":"success"');

/** Requests a path; resolves when the whole response was received. */
const requestPath = (path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    get(new URL(path, url), { agent, headers: { 'x-device-code': 'web' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        if (parts[0]?.subarray(0, SUCCESS.length).equals(SUCCESS) === true) resolve();
        else reject(new Error(`${path} responded with ${response.statusCode}: ${Buffer.concat(parts).toString().slice(0, 300)}`));
      });
      response.on('error', reject);
    }).on('error', reject);
  });

const taken: number[] = [];
let started = 0;
const caller = async (_: unknown, index: number): Promise<void> => {
  if (pauseMs > 0) await pause((pauseMs * index) / callers);
  while (started < warmUp + calls) {
    const number = started++;
    const began = performance.now();
    await requestPath(paths[number % paths.length] ?? '/');
    if (number >= warmUp) taken.push(performance.now() - began);
    if (pauseMs > 0) await pause(pauseMs);
  }
};
await Promise.all(Array.from({ length: callers }).map(caller));
agent.destroy();
console.log(JSON.stringify(taken));
