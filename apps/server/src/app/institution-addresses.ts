/**
 * The IP networks of active institution licenses and of running lessons, in the memory of this process. A whole campus or class shares a
 * few addresses, so limits per client IP are raised for them. They are read again every minute; while the database is unreachable, the last result is used.
 */
import { BlockList, isIP } from 'node:net';
import type { InstitutionAddresses } from '../features/account/address-limits.ts';
import { listClassNetworks } from '../features/classroom/class-network-store.ts';
import { listLicensedNetworks } from '../features/license/license-store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { HTTP_LIMITS } from '../platform/http/limits.ts';
import type { ConnectionsOf } from '../platform/http/server-limits.ts';
import type { Logger } from '../platform/logger.ts';

const EVERY_MS = 60_000;

export interface InstitutionNetworks extends InstitutionAddresses {
  /** Maximum number of connections of a client IP. */
  readonly connectionsOf: ConnectionsOf;
  /** Reads the networks from the database again. */
  refresh(): Promise<void>;
  stop(): void;
}

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
};

export const watchInstitutionNetworks = async ({
  config,
  db,
  clock,
  log,
}: {
  readonly config: Pick<Config, 'institutionConnections' | 'institutionSmsPerHour'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}): Promise<InstitutionNetworks> => {
  let list = new BlockList();
  const refresh = async (): Promise<void> => {
    const now = clock.now();
    const [licensed, lessons] = await Promise.all([listLicensedNetworks(db.orm, now), listClassNetworks(db.orm, now)]);
    list = listOf([...licensed, ...lessons]);
  };
  await refresh();
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => log.warn({ err: error }, 'the networks of institutions were not read'));
  }, EVERY_MS).unref();
  const has = (address: string): boolean => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
  return {
    has,
    smsPerHour: config.institutionSmsPerHour,
    connectionsOf: (address) =>
      has(address) ? Math.max(config.institutionConnections, HTTP_LIMITS.connectionsPerIp) : HTTP_LIMITS.connectionsPerIp,
    refresh,
    stop: () => clearInterval(timer),
  };
};
