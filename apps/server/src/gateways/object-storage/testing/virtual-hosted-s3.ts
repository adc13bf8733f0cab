/**
 * A small S3 server for tests, as strict as Alibaba Cloud OSS: it accepts the bucket name only in the host (path style is refused with
 * `SecondLevelDomainForbidden`), requires a valid AWS Signature Version 4 for every request, and refuses `aws-chunked` bodies and the
 * checksum headers of recent AWS SDKs. Objects are in memory. Runs in the process of the test.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface VirtualHostedS3Options {
  /** Domain of the server; each bucket is a subdomain, such as `bucket.s3.test`. */
  readonly domain: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface VirtualHostedS3 {
  readonly endpoint: string;
  /** The accepted requests, each as `METHOD host path`. */
  readonly accepted: string[];
  /** Error codes of the refused requests, oldest first. */
  readonly refusals: string[];
  close(): Promise<void>;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const PAGE = 50;
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase()}`);

/** Converts a timestamp such as `20261123T010203Z` to UTC ms. */
const timeOf = (stamp: string): number => Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

interface Claim {
  credential: string;
  signedHeaders: string[];
  signature: string;
  stamp: string;
  payloadHash: string;
}

const claimOf = (request: IncomingMessage, url: URL): Claim => {
  if (url.searchParams.has('X-Amz-Signature')) {
    const stamp = url.searchParams.get('X-Amz-Date') ?? '';
    if (Date.now() > timeOf(stamp) + Number(url.searchParams.get('X-Amz-Expires')) * 1_000) throw new Refusal(403, 'AccessDenied');
    return {
      credential: url.searchParams.get('X-Amz-Credential') ?? '',
      signedHeaders: (url.searchParams.get('X-Amz-SignedHeaders') ?? '').split(';'),
      signature: url.searchParams.get('X-Amz-Signature') ?? '',
      stamp,
      payloadHash: 'UNSIGNED-PAYLOAD',
    };
  }
  const header = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
    request.headers.authorization ?? '',
  );
  if (header === null) throw new Refusal(403, 'AccessDenied');
  return {
    credential: header[1] ?? '',
    signedHeaders: (header[2] ?? '').split(';'),
    signature: header[3] ?? '',
    stamp: String(request.headers['x-amz-date']),
    payloadHash: String(request.headers['x-amz-content-sha256']),
  };
};

const assertSigned = (request: IncomingMessage, url: URL, body: Buffer, options: VirtualHostedS3Options): void => {
  const claim = claimOf(request, url);
  const day = claim.stamp.slice(0, 8);
  const scope = `${day}/${options.region}/s3/aws4_request`;
  if (claim.credential !== `${options.accessKeyId}/${scope}`) throw new Refusal(403, 'InvalidAccessKeyId');
  if (!claim.signedHeaders.includes('host')) throw new Refusal(403, 'SignatureDoesNotMatch');
  if (claim.payloadHash !== 'UNSIGNED-PAYLOAD' && claim.payloadHash !== sha256(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    ...claim.signedHeaders.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    claim.signedHeaders.join(';'),
    claim.payloadHash,
  ].join('\n');
  const key = [options.region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${options.secretAccessKey}`, day));
  const expected = hmac(key, ['AWS4-HMAC-SHA256', claim.stamp, scope, sha256(canonical)].join('\n'));
  const given = Buffer.from(claim.signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Refusal(403, 'SignatureDoesNotMatch');
};

/** Throws for the features that OSS refuses: bodies in signed chunks, and unknown checksums. */
const assertPlain = (request: IncomingMessage): void => {
  const names = Object.keys(request.headers);
  const chunked = /aws-chunked/.test(request.headers['content-encoding'] ?? '');
  if (chunked || String(request.headers['x-amz-content-sha256']).startsWith('STREAMING-')) throw new Refusal(400, 'InvalidArgument');
  if (names.some((name) => /^x-amz-(?:checksum|sdk-checksum|trailer)/.test(name))) throw new Refusal(400, 'InvalidArgument');
};

const listing = (objects: Map<string, Buffer>, query: URLSearchParams): string => {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
  const page = keys.slice(0, PAGE);
  const more = keys.length > PAGE;
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${
    more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  }${page.map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`).join('')}</ListBucketResult>`;
};

const sendObject = (request: IncomingMessage, response: ServerResponse, url: URL, stored: Buffer | undefined): void => {
  if (stored === undefined) throw new Refusal(404, 'NoSuchKey');
  const disposition = url.searchParams.get('response-content-disposition');
  if (disposition !== null) response.setHeader('content-disposition', disposition);
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (range === null) {
    response.writeHead(200, { 'content-length': stored.length }).end(request.method === 'HEAD' ? undefined : stored);
    return;
  }
  const start = Number(range[1]);
  if (start >= stored.length) throw new Refusal(416, 'InvalidRange');
  const part = stored.subarray(start, Number(range[2]) + 1);
  const contentRange = `bytes ${start}-${start + part.length - 1}/${stored.length}`;
  response.writeHead(206, { 'content-length': part.length, 'content-range': contentRange }).end(part);
};

/** Starts the server on a free port of 127.0.0.1; the test makes `*.domain` resolve to it. */
export const startVirtualHostedS3 = async (options: VirtualHostedS3Options): Promise<VirtualHostedS3> => {
  const objects = new Map<string, Buffer>();
  const accepted: string[] = [];
  const refusals: string[] = [];

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const body = await buffer(request);
    if (url.hostname === options.domain || !url.hostname.endsWith(`.${options.domain}`))
      throw new Refusal(403, 'SecondLevelDomainForbidden');
    if (url.hostname !== `${options.bucket}.${options.domain}`) throw new Refusal(404, 'NoSuchBucket');
    assertPlain(request);
    assertSigned(request, url, body, options);
    accepted.push(`${request.method} ${url.hostname} ${url.pathname}`);
    const key = decodeURIComponent(url.pathname.slice(1));
    if (key === '' && request.method === 'HEAD') response.writeHead(200).end();
    else if (key === '' && url.searchParams.get('list-type') === '2')
      response.writeHead(200, { 'content-type': 'application/xml' }).end(listing(objects, url.searchParams));
    else if (key === '') throw new Refusal(405, 'MethodNotAllowed');
    else if (request.method === 'PUT') {
      objects.set(key, body);
      response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else sendObject(request, response, url, objects.get(key));
  };

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (request.errored !== null) return;
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'InternalError');
      refusals.push(refusal.code);
      const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${refusal.code}</Code><Message>${refusal.code}</Message></Error>`;
      response.writeHead(refusal.status, { 'content-type': 'application/xml' }).end(request.method === 'HEAD' ? undefined : text);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    endpoint: `http://${options.domain}:${(server.address() as AddressInfo).port}`,
    accepted,
    refusals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
