/**
 * Prints the steps of a database upgrade, which may take minutes, on the terminal, and responds to requests that the server is starting, so
 * that nobody stops the server halfway because it seems dead.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { MigrationStep } from '../platform/migrate.ts';

/** Interval at which the message of a running step is repeated. */
const REMIND_MS = 15_000;
const RETRY_SECONDS = '10';

interface NoticeParts {
  readonly port: number;
  readonly host: string;
  /** Prints one line of Chinese for the user who starts the server. */
  readonly say: (line: string) => void;
}

export interface UpgradeNotice {
  readonly follow: (step: MigrationStep) => Promise<void>;
  /** Stops responding and closes the port. */
  readonly end: () => Promise<void>;
}

const answering = async (port: number, host: string): Promise<Server | undefined> => {
  const server = createServer((request, response) => {
    const isAlive = request.url === '/healthz';
    response.writeHead(isAlive ? 200 : 503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': RETRY_SECONDS });
    response.end(JSON.stringify({ status: 'starting', message: '书房正在升级数据，请稍后再试。' }));
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
    return server;
  } catch {
    // Another program uses the port. The upgrade continues without a notice, and the server reports the error when it opens the port
    // itself.
    return undefined;
  }
};

/** Returns a notice that does nothing until an upgrade begins. Creating a new database takes a moment and is not reported. */
export const createUpgradeNotice = ({ port, host, say }: NoticeParts): UpgradeNotice => {
  let server: Server | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isBegun = false;
  return {
    follow: async (step) => {
      clearInterval(timer);
      const beganAt = Date.now();
      const what = step.kind === 'waits' ? '等待另一个进程升级数据' : `升级数据 ${step.no}/${step.of}（${step.name}）`;
      say(`正在${what}，书多时需要几分钟，请不要关闭……`);
      timer = setInterval(() => say(`仍在${what}，已用 ${Math.round((Date.now() - beganAt) / 1_000)} 秒`), REMIND_MS);
      timer.unref();
      if (isBegun) return;
      isBegun = true;
      server = await answering(port, host);
    },
    end: async () => {
      clearInterval(timer);
      const open = server;
      server = undefined;
      if (open === undefined) return;
      open.closeAllConnections();
      await new Promise<void>((resolve) => open.close(() => resolve()));
    },
  };
};
