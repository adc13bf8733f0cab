import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileInFolder } from './serve-files.ts';

const folder = path.resolve('/opt/shufang/web');

describe('a file of the client', () => {
  it.each([
    ['/assets/a.js', 'assets/a.js'],
    ['/index.html', 'index.html'],
    ['/assets/%E4%B9%A6.svg', 'assets/书.svg'],
    ['/assets/../favicon.svg', 'favicon.svg'],
  ])('%s is %s', (pathname, file) => {
    expect(fileInFolder(folder, pathname)).toBe(path.join(folder, file));
  });

  it.each([
    '/',
    '/..%2f..%2fetc%2fpasswd.json',
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/..%5c..%5csecret.json',
    '/../web-of-others/a.js',
    '/assets/a.js%00.png',
    '/%E0%A4%A',
    '/main.cjs',
    '/assets/a.exe',
  ])('%s is none', (pathname) => {
    expect(fileInFolder(folder, pathname)).toBeUndefined();
  });
});
