/** Pages whose client files come from a CDN (setting ASSETS_URL, docs/decisions/0025-cdn.md). */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ASSETS_URL_META, OWN_ASSETS_COOKIE } from '@shufang/contract';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../platform/http/escape-html.ts';

/** The inline script of these pages: it changes over to the own origin when the CDN fails (`apps/web/src/assets-fallback`). */
export const ASSETS_FALLBACK_FILE = 'assets-fallback.js';

const COOKIE = new RegExp(`(?:^|;\\s*)${OWN_ASSETS_COOKIE}=1(?:;|$)`);

/** Returns whether the browser asks for the files of the own origin, because the CDN failed a short time ago. */
export const wantsOwnAssets = (cookies: string | undefined): boolean => COOKIE.test(cookies ?? '');

/** The URL of a file of the client, where the built page or another element names it. */
const ASSET_ATTRIBUTE = /="\/assets\//g;

/** Returns the built page, without data of the request, with the URLs of its files on the CDN. */
export const withAssetsOf = (builtPage: string, assetsUrl: string): string =>
  builtPage.replaceAll(ASSET_ATTRIBUTE, () => `="${assetsUrl}/assets/`);

/** Returns the elements for the beginning of the head: the origin of the CDN and the inline script, which must run before any file loads. */
export const cdnHead = (assetsUrl: string, script: string): string => {
  const url = escapeHtml(assetsUrl);
  return `<meta name="${ASSETS_URL_META}" content="${url}"><link rel="preconnect" crossorigin href="${url}"><script>${script}</script>`;
};

/** Returns the sources by which a page may use the files of the CDN, by directive of its Content-Security-Policy. */
export const cdnSources = (assetsUrl: string | undefined): readonly string[] => (assetsUrl === undefined ? [] : [`${assetsUrl}/assets/`]);

/**
 * Adds the headers with which pages of this platform may load the file from another origin. They are the same for every origin, so that a
 * cache need not distinguish them.
 */
export const allowOnEveryOrigin = (reply: FastifyReply): FastifyReply =>
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('timing-allow-origin', '*');

/** Returns the service worker with the origin of the CDN before its script, plain and compressed. */
export const workerWithCdn = (worker: Buffer, assetsUrl: string): { body: Buffer; gzip: Buffer; brotli: Buffer } => {
  const body = Buffer.concat([Buffer.from(`globalThis.ASSETS_URL=${JSON.stringify(assetsUrl)};\n`), worker]);
  return { body, gzip: gzipSync(body), brotli: brotliCompressSync(body) };
};
