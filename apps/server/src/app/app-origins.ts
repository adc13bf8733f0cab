/** The origins of the web client: the public one and, in a demo, the other names of this machine. */
import type { Config } from '../platform/config.ts';

export const allowedAppOrigins = (config: Pick<Config, 'publicUrl' | 'mode' | 'port'>): string[] => {
  const origins = new Set([new URL(config.publicUrl).origin]);
  if (config.mode === 'demo') {
    for (const host of ['localhost', '127.0.0.1']) origins.add(new URL(`http://${host}:${config.port}`).origin);
  }
  return [...origins];
};
