/** Opens the event stream of a user (server-sent events). Each event notifies the client that changes are available to pull. */
import { openSyncStream } from '@shufang/contract';
import { describeStream } from '../../platform/http/describe-operation.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Logger } from '../../platform/logger.ts';
import type { SyncDependencies } from './push-changes.ts';
import { findHeadSeq } from './store.ts';
import { createSyncStreams, type FindSession } from './stream.ts';

/** Number of unread bytes in a stream from which its client counts as unresponsive; the stream ends, and the client reconnects. */
const MAX_WAITING_BYTES = 65_536;

const STREAM_SCHEMA = describeStream(openSyncStream, {
  type: 'text/event-stream',
  description: '有新的更改时各发一个事件；不能打开时回答 JSON',
});

export interface SyncStreamDependencies extends SyncDependencies {
  readonly log: Logger;
  /** The session lookup of the account slice. */
  readonly findSession: FindSession;
  /** Receives a function that returns the number of open streams. */
  readonly watchStreams: (count: () => number) => void;
  readonly onStreamOpened: () => void;
}

/** Registers the route of the event stream. The streams end when the server stops. */
export const registerSyncStream = (router: Router, deps: SyncStreamDependencies): void => {
  const { events, clock, log, findSession } = deps;
  const streams = createSyncStreams({ events, clock, log, findSession, findSeq: (userId) => findHeadSeq(deps.db.orm, userId) });
  deps.watchStreams(() => streams.count);
  router.raw((fastify, callContext) => {
    fastify.addHook('preClose', async () => streams.closeAll());
    fastify.get(openSyncStream.path, { schema: STREAM_SCHEMA }, async (request, reply) => {
      const { reader } = await callContext(openSyncStream, request);
      const { raw } = reply;
      const start = (): void => {
        if (raw.headersSent) return;
        reply.hijack();
        // A hijacked reply does not send the headers that every response has by itself.
        for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
        raw.writeHead(200, {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        });
      };
      const end = await streams.open(reader, {
        write: (text) => {
          start();
          raw.write(text);
          return !raw.destroyed && raw.writableLength < MAX_WAITING_BYTES;
        },
        end: () => {
          start();
          raw.end();
        },
      });
      deps.onStreamOpened();
      raw.on('close', end);
      if (raw.destroyed) end();
    });
  });
};
