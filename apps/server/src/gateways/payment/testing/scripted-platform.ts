/** An HTTP server that records requests and responds as a test demands. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PlatformError } from '../payment-gateway.ts';

export interface AskedCall {
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ScriptedPlatform {
  readonly origin: string;
  readonly asked: AskedCall[];
  /** Returns the response to a call. If it is undefined or returns undefined, the server does not respond. */
  respond: ((call: AskedCall) => { status?: number; headers?: Record<string, string>; body: string } | undefined) | undefined;
  stop(): void;
}

export const startScriptedPlatform = async (): Promise<ScriptedPlatform> => {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const call = { url: request.url ?? '', method: request.method ?? '', headers: request.headers, body };
      platform.asked.push(call);
      const scripted = platform.respond?.(call);
      if (scripted !== undefined) response.writeHead(scripted.status ?? 200, scripted.headers).end(scripted.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const platform: ScriptedPlatform = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    respond: undefined,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return platform;
};

/** Returns the name, code and message of the error that `work` throws. */
export const errorOf = async (work: Promise<unknown>): Promise<Record<string, unknown>> => {
  const error: unknown = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  );
  const { name, code, message } = error as PlatformError;
  return { name, code, message };
};

/** Returns what `errorOf` must return for a call that a payment provider refused. */
export const refused = (call: string, code: string) => ({ name: 'PlatformError', code, message: `${call} failed: ${code}` });

/** Returns what `errorOf` must return for a refused notification. */
export const forged = (message: string) => ({ name: 'ForgedNotification', code: undefined, message });
