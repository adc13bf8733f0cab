/** Sync on the wire: push, pull and the stream. */
import { pullChanges as pullOperation, pushChanges as pushOperation, SYNC_STREAM_PATH } from '@shufang/contract';
import { describeStream } from '../../platform/http/describe-operation.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Logger } from '../../platform/logger.ts';
import { pullChanges } from './pull-changes.ts';
import { pushChanges, type SyncDependencies } from './push-changes.ts';
import { findHeadSeq } from './store.ts';
import { createSyncStreams, type FindSession } from './stream.ts';

/** A stream whose reader has this much waiting has stopped reading; it comes back and asks anew. */
const MAX_WAITING_BYTES = 65_536;

const STREAM_SCHEMA = describeStream({
  summary: '更改通知',
  operationId: 'openSyncStream',
  type: 'text/event-stream',
  description: '有新的更改时各发一个事件；不能打开时回答 JSON',
});

export interface SyncRouteDependencies extends SyncDependencies {
  readonly log: Logger;
  /** Answered by the account slice. */
  readonly findSession: FindSession;
}

export const registerSyncRoutes = (router: Router, deps: SyncRouteDependencies): void => {
  router.handle(pushOperation, (input, context) => pushChanges(deps, context.reader.userId, input, context.log));
  router.handle(pullOperation, (input, context) => pullChanges(deps, context.reader.userId, input));

  const { events, clock, log, findSession } = deps;
  const streams = createSyncStreams({ events, clock, log, findSession, findSeq: (userId) => findHeadSeq(deps.db.orm, userId) });
  router.raw((fastify, callContext) => {
    fastify.addHook('preClose', async () => streams.closeAll());
    fastify.get(SYNC_STREAM_PATH, { schema: STREAM_SCHEMA }, async (request, reply) => {
      const { reader } = await callContext(request);
      const { raw } = reply;
      const start = (): void => {
        if (raw.headersSent) return;
        reply.hijack();
        raw.writeHead(200, {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
          'x-content-type-options': 'nosniff',
          'x-request-id': request.id,
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
      raw.on('close', end);
      if (raw.destroyed) end();
    });
  });
};
