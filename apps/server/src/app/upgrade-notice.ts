/**
 * While an upgrade of a library's data takes minutes: says on the terminal what is done, and answers those who ask from outside that the
 * server is starting, so that nobody takes it for dead and stops it half way.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { MigrationStep } from '../platform/migrate.ts';

/** How often a step that goes on is told of again. */
const REMIND_MS = 15_000;
const RETRY_SECONDS = '10';

interface NoticeParts {
  readonly port: number;
  readonly host: string;
  /** One line of Chinese for whoever started the server. */
  readonly say: (line: string) => void;
}

export interface UpgradeNotice {
  readonly follow: (step: MigrationStep) => Promise<void>;
  /** Gives the port back. */
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
    // The upgrade goes on; that the port is taken is told when the server itself asks for it.
    return undefined;
  }
};

/** Does nothing until there is something to upgrade. A new database is made in a moment and not told of. */
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
