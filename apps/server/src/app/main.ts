/** The server process: reads the settings, opens the platform, listens, and stops on a signal. */

import { watchService } from '../features/help/watch-service.ts';
import { closeAll } from '../platform/close-all.ts';
import { readConfig } from '../platform/config.ts';
import { ConfigError } from '../platform/config-error.ts';
import { listenOnSecondPort } from '../platform/http/second-port.ts';
import { JOBS_STOP_WAIT_MS } from '../platform/jobs.ts';
import { createLogger } from '../platform/logger.ts';
import { startWarnings } from '../platform/safe-settings.ts';
import { assembleAccount } from './assemble-account.ts';
import { buildServer } from './build-server.ts';
import { embeddedPostgresLines, versionOfDatabase } from './embedded-postgres-notice.ts';
import { explainFailure } from './explain-failure.ts';
import { probeDependenciesOf } from './help-dependencies.ts';
import { startHousekeeping } from './housekeeping.ts';
import { openPlatform, type Platform } from './open-platform.ts';
import { plainHttpLines } from './plain-http-notice.ts';
import { contentPortOf } from './private-addresses.ts';
import { watchBackups } from './scheduled-backup.ts';
import { seedDemo } from './seed-demo.ts';
import { seedDemoReport } from './seed-demo-report.ts';
import {
  startJobs,
  watchAttempts,
  watchOrders,
  watchReadingNotices,
  watchReanchoring,
  watchRoyalties,
  watchStatistics,
} from './start-jobs.ts';
import { findStartRefusal } from './start-refusals.ts';
import { createUpgradeNotice } from './upgrade-notice.ts';

const explainStop = (error: unknown): void => console.error(`停止时出错：${explainFailure(error)}`);

const start = async (): Promise<void> => {
  let opening: Promise<Platform> | undefined;
  let stopping = false;
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    // Ends the process even if a step of the stop hangs; the database recovers from this. Running jobs have already been given time.
    setTimeout(() => process.exit(code === 0 ? 1 : code), JOBS_STOP_WAIT_MS + 5_000).unref();
    // An error of a step is printed; the remaining steps still run, so the database is closed and the process ends.
    await closeAll(closers).catch(explainStop);
    // If the platform is still opening, the stop waits for it, so that no database keeps running.
    const platform = await opening?.catch(() => undefined);
    await platform?.close().catch(explainStop);
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

  try {
    const config = readConfig(process.env);
    for (const line of startWarnings(config)) console.error(line);
    // If `LOG_LEVEL` is not set and the server runs in a terminal, only warnings and errors are logged.
    const log = createLogger(process.env['LOG_LEVEL'] === undefined && process.stdout.isTTY ? 'warn' : config.logLevel);
    const upgrade = createUpgradeNotice({ port: config.port, host: config.host, say: (line) => console.log(line) });
    closers.push(upgrade.end);
    opening = openPlatform(config, log, { exclusive: true, onMigration: upgrade.follow });
    const platform = await opening;
    if (stopping) return;
    const refusal = await findStartRefusal(config, platform.db, { record: true });
    if (refusal !== undefined) throw new ConfigError(`生产模式拒绝启动：${refusal.text}。${refusal.advice}`);
    const fastify = await buildServer(platform);
    closers.push(() => fastify.close());
    await upgrade.end();
    await fastify.listen({ port: config.port, host: config.host });
    const contentPort = contentPortOf(config);
    if (contentPort !== undefined) {
      const { connectionsOf } = platform.institutionNetworks;
      closers.push(await listenOnSecondPort(fastify, { ...config, port: contentPort, connectionsOf }));
    }
    if (config.mode === 'demo') await seedDemo(platform, assembleAccount(platform));
    await startJobs(platform);
    if (config.mode === 'demo') await seedDemoReport(platform);
    closers.push(startHousekeeping(platform));
    closers.push(watchOrders(platform));
    closers.push(watchReanchoring(platform));
    closers.push(watchAttempts(platform));
    closers.push(watchStatistics(platform));
    closers.push(watchRoyalties(platform));
    closers.push(watchReadingNotices(platform));
    closers.push(watchBackups(platform));
    closers.push(watchService({ ...probeDependenciesOf(platform), clock: platform.clock, log: platform.log }));
    if (config.databaseUrl === undefined) for (const line of embeddedPostgresLines(await versionOfDatabase(platform.db))) console.log(line);
    console.log(`ready ${config.publicUrl}`);
    for (const line of plainHttpLines(config)) console.log(line);
  } catch (error) {
    // A start that a signal interrupted is not reported as a failure.
    if (stopping) return;
    console.error(`启动失败：${explainFailure(error)}`);
    await stop(1);
  }
};

await start();
