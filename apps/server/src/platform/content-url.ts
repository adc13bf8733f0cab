/** Default URLs of the web client and of book content. */
import { isIP } from 'node:net';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';

interface ContentUrlSettings {
  readonly PORT: number;
  readonly CONTENT_URL?: string | undefined;
}

/** Returns the default URL of book content: a host name per book below `localhost`, else the next port of the same host. */
export const contentUrlSettings = (env: ContentUrlSettings, publicUrl: string): Pick<Config, 'contentUrl' | 'contentPort'> => {
  if (env.CONTENT_URL !== undefined) {
    const secondPort = env.CONTENT_URL.includes('{book}') ? undefined : Number(new URL(env.CONTENT_URL).port) || undefined;
    return { contentUrl: env.CONTENT_URL, contentPort: secondPort === env.PORT ? undefined : secondPort };
  }
  const { protocol, hostname, port: publicPort } = new URL(publicUrl);
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0 && bare !== '127.0.0.1' && bare !== '::1') {
    return { contentUrl: `${protocol}//${hostname}:${env.PORT + 1}`, contentPort: env.PORT + 1 };
  }
  const host = isIP(bare) !== 0 ? 'localhost' : hostname;
  return { contentUrl: `${protocol}//{book}.${host}${publicPort ? `:${publicPort}` : ''}`, contentPort: undefined };
};

export const refuseSharedHost = ({ contentUrl }: Pick<Config, 'contentUrl'>, publicUrl: string): void => {
  if (new URL(contentUrl.replace('{book}', 'book')).host === new URL(publicUrl).host)
    throw new ConfigError(
      'CONTENT_URL 不能与 PUBLIC_URL 使用同一个主机：图书内容须在独立的域名或端口下，例如 https://{book}.books.example.com',
    );
};

/** Returns the host name that a client can use if only the listening address is known. */
export const clientHostOf = (host: string): string => {
  if (isIP(host) === 0 || ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};
