/**
 * Serves many small files of a book in one response, as they are stored, to a device that downloads the book under a lease: a book of hundreds
 * of chapters takes a few requests. Form of the response: `contract/src/reading/book-bundle.ts`.
 */
import { BUNDLE_LIMITS, type BundledFile, bundleHead } from '@shufang/contract/book-bundle';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Queryable } from '../../platform/database.ts';
import { findResources, type PublicationResource } from '../publication/versions/read-version.ts';
import { SCRIPT_FOLDER } from '../publication/versions/script-folder.ts';
import { keyOfContent, readContents } from '../publication/versions/stored-content.ts';
import type { ContentTicket } from './content-ticket.ts';

const input = z.strictObject({
  hrefs: z
    .array(
      z
        .string()
        .max(2_000)
        .refine((href) => !href.includes('\0') && href.isWellFormed() && !href.startsWith(SCRIPT_FOLDER)),
    )
    .min(1)
    .max(BUNDLE_LIMITS.files),
});

interface BundleDependencies {
  readonly db: Queryable;
  readonly objects: Pick<ObjectStorage, 'get'>;
}

interface ContentOrigin {
  readonly refuse: (reply: FastifyReply, status: number, text: string) => FastifyReply;
  /** Sends a refusal and returns undefined if the request has no valid content ticket for this host. */
  readonly admit: (request: TicketRequest, reply: FastifyReply) => Promise<ContentTicket | undefined>;
  /** Counts a document before it is served. Returns the number of milliseconds to wait, 0 if it may be served. */
  readonly countDocument: (request: FastifyRequest, ticket: ContentTicket, resource: PublicationResource) => Promise<number>;
  readonly headersOf: (request: FastifyRequest, resource: PublicationResource) => Readonly<Record<string, string>>;
}

type TicketRequest = FastifyRequest<{ Params: { ticket: string; '*'?: string } }>;

/** Registers `POST <content base>` with the addresses of the files. Only a ticket of a lease is admitted. */
export const registerBundles = (fastify: FastifyInstance, { db, objects }: BundleDependencies, origin: ContentOrigin): void => {
  fastify.post('/~c/:ticket/', { schema: { hide: true } }, async (request: TicketRequest, reply) => {
    const ticket = await origin.admit(request, reply);
    if (ticket === undefined) return reply;
    if (ticket.isLeased !== true) return origin.refuse(reply, 403, '没有下载权限');
    const { data } = input.safeParse(request.body);
    if (data === undefined) return origin.refuse(reply, 400, '请求的格式有误');
    const found = await findResources(db, ticket.versionId, data.hrefs);
    const wanted = data.hrefs.flatMap((href) => {
      const resource = found.get(href);
      return resource === undefined ? [] : [{ href, resource }];
    });
    if (wanted.length < data.hrefs.length) return origin.refuse(reply, 404, '没有找到');
    const isTooLarge =
      wanted.some(({ resource }) => resource.bytes > BUNDLE_LIMITS.fileBytes) ||
      wanted.reduce((sum, { resource }) => sum + resource.bytes, 0) > BUNDLE_LIMITS.bytes;
    if (isTooLarge) return origin.refuse(reply, 400, '一次请求的文件过大');
    for (const { resource } of wanted) {
      const waitMs = await origin.countDocument(request, ticket, resource);
      if (waitMs === 0) continue;
      void reply.header('retry-after', Math.ceil(waitMs / 1_000));
      return origin.refuse(reply, 429, '翻阅过快，请稍后再试');
    }
    const contents = await readContents(
      objects,
      wanted.map(({ resource }) => resource),
    );
    const files = wanted.map(({ href, resource }): BundledFile => {
      const content = contents.get(keyOfContent(resource));
      if (content === undefined) throw new Error(`${href} was not read`);
      return {
        href,
        content,
        headers: origin.headersOf(request, resource),
        ...(resource.encoding === undefined ? {} : { encoding: resource.encoding }),
      };
    });
    return reply
      .header('content-security-policy', "default-src 'none'")
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .type('application/octet-stream')
      .send(Buffer.concat([bundleHead(files), ...files.map(({ content }) => content)]));
  });
};
