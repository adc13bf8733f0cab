/**
 * A process that uses an embedded database, for tests that kill it. Arguments: folder, `server` or `tool`. Prints one JSON line; `stop` on
 * stdin ends it.
 */
import { createInterface } from 'node:readline';
import { createLogger } from '../../logger.ts';
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';

const [dataDir = '', kind = 'server'] = process.argv.slice(2);
const startedAt = performance.now();
const say = (line: object): void => console.log(JSON.stringify({ ...line, tookMs: performance.now() - startedAt }));

try {
  const { url, attached, stop } = await startEmbeddedPostgres({ dataDir, log: createLogger('silent'), exclusive: kind === 'server' });
  say({ url, attached });
  for await (const line of createInterface(process.stdin)) if (line === 'stop') break;
  await stop();
  process.exitCode = 0;
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
process.stdin.destroy();
