/** Settings of a content delivery network (CDN) in front of the client's files and of book content (docs/decisions/0025-cdn.md). */
import { z } from 'zod';
import { ConfigError } from './config-error.ts';

/** Schemas of the environment variables; part of the schema in `config.ts`. */
export const cdnEnvironment = {
  /** Origin from which browsers load the client's hashed files. */
  ASSETS_URL: z
    .string()
    .trim()
    .transform((value) => value.replace(/\/+$/, ''))
    .refine(
      (value) => value === '' || (/^https?:\/\/[^/?#@\s;,'"]+$/.test(value) && URL.canParse(value)),
      '须为不带路径的网址，例如 https://cdn.example.com',
    )
    .transform((value) => (value === '' ? undefined : new URL(value).origin))
    .optional(),
  /** Which files of books a shared cache may store, for at most 60 s. */
  CONTENT_CACHE: z.enum(['private', 'free', 'verified'], { error: '须为 private、free、verified 之一' }).default('private'),
};

type Environment = z.output<z.ZodObject<typeof cdnEnvironment>>;

/** `private`: none. `free`: files that everybody may read. `verified`: also others, because the cache verifies the ticket of each request. */
export type ContentCache = Environment['CONTENT_CACHE'];

export interface CdnSettings {
  /** Origin of the client's hashed files; undefined if they come from the origin of the page. */
  readonly assetsUrl: string | undefined;
  readonly contentCache: ContentCache;
}

/** Returns whether the origin is that of book content, of one book or of all. */
const isContentOrigin = (assetsUrl: string, contentUrl: string): boolean => {
  const [before = '', after] = new URL(contentUrl.replace('{book}', 'book-id')).host.split('book-id');
  const { host } = new URL(assetsUrl);
  return after === undefined ? host === before : host.startsWith(before) && host.endsWith(after);
};

/**
 * Returns the settings. Throws `ConfigError` if the page could not use the URL, or if it would run scripts from an origin with files of books.
 */
export const cdnSettings = (env: Environment, publicUrl: string, contentUrl: string): CdnSettings => {
  const { ASSETS_URL: assetsUrl, CONTENT_CACHE: contentCache } = env;
  if (assetsUrl !== undefined) {
    if (assetsUrl === new URL(publicUrl).origin) throw new ConfigError('ASSETS_URL 与 PUBLIC_URL 相同：没有 CDN 时不用设');
    if (isContentOrigin(assetsUrl, contentUrl))
      throw new ConfigError('ASSETS_URL 不能与 CONTENT_URL 使用同一个主机：网页运行那里的脚本，而图书的文件不可信');
    if (publicUrl.startsWith('https:') && !assetsUrl.startsWith('https:'))
      throw new ConfigError('ASSETS_URL 须为 https 网址：https 的网页不能载入 http 的脚本');
  }
  return { assetsUrl, contentCache };
};
