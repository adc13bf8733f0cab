/** The server process: reads the settings, opens the platform, listens, and stops cleanly on a signal. */
import { readConfig } from '../platform/config.ts';
import { listenOnSecondPort } from '../platform/http/second-port.ts';
import { JOBS_STOP_WAIT_MS } from '../platform/jobs.ts';
import { createLogger } from '../platform/logger.ts';
import { assembleAccount, buildServer } from './build-server.ts';
import { explainFailure } from './explain-failure.ts';
import { watchService } from './help-parts.ts';
import { startHousekeeping } from './housekeeping.ts';
import { openPlatform, type Platform } from './open-platform.ts';
import { seedDemo } from './seed-demo.ts';
import { startJobs, watchOrders } from './start-jobs.ts';
import { createUpgradeNotice } from './upgrade-notice.ts';

const start = async (): Promise<void> => {
  let opening: Promise<Platform> | undefined;
  let stopping = false;
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    // Whatever hangs must not keep the process: the database survives being left. Running jobs have their time before that.
    setTimeout(() => process.exit(code === 0 ? 1 : code), JOBS_STOP_WAIT_MS + 5_000).unref();
    for (const closer of closers.toReversed()) await closer();
    // A stop that comes while the platform opens waits for it, and leaves no database behind.
    const platform = await opening?.catch(() => undefined);
    await platform?.close();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

  try {
    const config = readConfig(process.env);
    // On a terminal a person watches: only what matters.
    const log = createLogger(process.env['LOG_LEVEL'] === undefined && process.stdout.isTTY ? 'warn' : config.logLevel);
    const upgrade = createUpgradeNotice({ port: config.port, host: config.host, say: (line) => console.log(line) });
    closers.push(upgrade.end);
    opening = openPlatform(config, log, { exclusive: true, onMigration: upgrade.follow });
    const platform = await opening;
    if (stopping) return;
    const fastify = await buildServer(platform);
    closers.push(() => fastify.close());
    await upgrade.end();
    await fastify.listen({ port: config.port, host: config.host });
    if (config.contentPort !== undefined) {
      closers.push(await listenOnSecondPort(fastify, { ...config, port: config.contentPort }));
    }
    if (config.mode === 'demo') await seedDemo(platform, assembleAccount(platform));
    await startJobs(platform);
    closers.push(startHousekeeping(platform));
    closers.push(watchOrders(platform));
    closers.push(watchService(platform));
    console.log(`ready ${config.publicUrl}`);
  } catch (error) {
    // What was stopped half way did not fail.
    if (stopping) return;
    console.error(`启动失败：${explainFailure(error)}`);
    await stop(1);
  }
};

await start();
