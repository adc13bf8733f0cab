import { describe, expect, it } from 'vitest';
import { makeSecret, readConfig } from './config.ts';

const cdnOf = (settings: Record<string, string>) => {
  const { assetsUrl, contentCache } = readConfig(settings);
  return { assetsUrl, contentCache };
};

describe('the address of the client’s files', () => {
  it('is that of the page without a setting, and no shared cache may store files of books', () => {
    expect(cdnOf({})).toEqual({ assetsUrl: undefined, contentCache: 'private' });
    expect(cdnOf({ ASSETS_URL: ' ' }).assetsUrl).toBeUndefined();
  });

  it('is an origin, with or without a slash at its end', () => {
    expect(cdnOf({ ASSETS_URL: 'https://CDN.example.com/', CONTENT_CACHE: 'free' })).toEqual({
      assetsUrl: 'https://cdn.example.com',
      contentCache: 'free',
    });
  });

  it.each([
    ['a name', 'cdn.example.com'],
    ['a URL with a path', 'https://cdn.example.com/shufang'],
    ['a URL with a password', 'https://user:word@cdn.example.com'],
    ['a second source of a policy', 'https://cdn.example.com;script-src'],
    ['the address of the page', 'http://localhost:8080'],
    ['the address of a book', 'http://01abc.localhost:8080'],
  ])('is not %s', (_, url) => expect(() => cdnOf({ ASSETS_URL: url })).toThrow('ASSETS_URL'));

  it('is not the second port of a server that has no host names for books', () => {
    const local = { HOST: '10.0.0.5', PORT: '8080', MODE: 'demo' };
    expect(() => cdnOf({ ...local, ASSETS_URL: 'http://10.0.0.5:8081' })).toThrow('ASSETS_URL');
    expect(cdnOf({ ...local, ASSETS_URL: 'http://10.0.0.5:8082' }).assetsUrl).toBe('http://10.0.0.5:8082');
  });

  it('uses https where the page does, and in production', () => {
    const page = { PUBLIC_URL: 'https://books.school.internal', CONTENT_URL: 'https://{book}.books.school.internal' };
    expect(() => cdnOf({ ...page, ASSETS_URL: 'http://cdn.school.internal' })).toThrow('ASSETS_URL 须为 https');
    const production = {
      MODE: 'production',
      PUBLIC_URL: 'https://books.example.com',
      CONTENT_URL: 'https://{book}.books.example.com',
      SECRET_KEY: makeSecret(),
      SMS_PROVIDER: 'none',
    };
    expect(() => cdnOf({ ...production, ASSETS_URL: 'http://cdn.example.com' })).toThrow('ASSETS_URL 须为 https');
    expect(cdnOf({ ...production, ASSETS_URL: 'https://cdn.example.com' }).assetsUrl).toBe('https://cdn.example.com');
  });
});

it('what a shared cache may store is one of three choices', () => {
  expect(cdnOf({ CONTENT_CACHE: 'verified' }).contentCache).toBe('verified');
  expect(() => cdnOf({ CONTENT_CACHE: 'all' })).toThrow('CONTENT_CACHE 须为 private、free、verified 之一');
});
