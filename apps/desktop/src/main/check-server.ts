/** Checks that an address is a server of this product. */
import { getServer, SUCCESS } from '@shufang/contract';
import type { ServerCheck } from '@shufang/desktop-bridge/channels';
import { net } from 'electron';
import { z } from 'zod';
import { isContentUrl, parseServerAddress } from './server-address.ts';
import type { ChosenServer } from './stored-settings.ts';

/** Timeout of the check in ms. */
const TIMEOUT_MS = 10_000;

const envelope = z.object({ code: z.literal(SUCCESS), payload: getServer.output });

const failureOf = (error: unknown): ServerCheck => {
  if (error instanceof Error && error.name === 'TimeoutError') return { result: 'timeout' };
  const reason = /ERR_(?:CERT|SSL)_\w+/.exec(error instanceof Error ? error.message : '')?.[0];
  return reason === undefined ? { result: 'unreachable' } : { result: 'certificate', reason };
};

/** Returns the server at an address as a user typed it, or why it cannot be used. Certificate errors are never ignored. */
export const checkServer = async (address: string): Promise<ChosenServer | ServerCheck> => {
  const origin = parseServerAddress(address);
  if (origin === undefined) return { result: 'invalid' };
  try {
    const response = await net.fetch(`${origin}${getServer.path}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'omit',
      cache: 'no-store',
    });
    const body = envelope.safeParse(await response.json().catch(() => undefined));
    if (!body.success || !isContentUrl(body.data.payload.contentUrl)) return { result: 'otherProduct' };
    return { origin, contentUrl: body.data.payload.contentUrl };
  } catch (error) {
    return failureOf(error);
  }
};
