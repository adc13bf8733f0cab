/** Tests of the addresses of stored books. */
import { expect, it } from 'vitest';
import { cacheUrlOf, offlineBaseUrl, readOfflinePath } from './stored-book.ts';

const lease = { id: '01m8kb0dbp7z2j6wkqjnwdfwde', key: 'YXUgwdJ04E5led-igO9NuAB4UltJ9eoauEuyHsnFTSs' };

it.each(['OEBPS/c1.xhtml', 'OEBPS/第 一章#?.xhtml', 'a%20b.css'])('the address of %s names the lease and the file', (href) => {
  const url = new URL(offlineBaseUrl('http://book.localhost:8080', lease) + href.split('/').map(encodeURIComponent).join('/'));
  expect(readOfflinePath(url.pathname)).toEqual({ lease, href });
  expect(new URL(cacheUrlOf(href), url).pathname).toBe(`/~stored/${href.split('/').map(encodeURIComponent).join('/')}`);
});

it.each([
  '/~c/ticket/OEBPS/c1.xhtml',
  '/~o/short.key/a',
  `/~o/${lease.id}.${lease.key}/`,
  `/~o/${lease.id}.${lease.key}/%E0%A4%A`,
  '/~o/../~c/a',
])('%s is no address of a stored file', (path) => {
  expect(readOfflinePath(path)).toBeUndefined();
});
