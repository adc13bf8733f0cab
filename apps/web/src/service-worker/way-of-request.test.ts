import { describe, expect, it } from 'vitest';
import { wayOfRequest } from './way-of-request.ts';

const OWN = 'https://books.example.com';
const way = (path: string, mode = 'cors', method = 'GET'): string => wayOfRequest({ method, mode, url: new URL(path, OWN).href }, OWN);

describe('the service worker', () => {
  it.each([
    '/api/my/getBooks',
    '/api/note/query?q=x',
    '/apiv2/auth/get-roles',
    '/api/center-user/auth/getCaptcha',
    '/api/file/userFile/picture/x.webp',
    '/api/maintenance/appUpdater/file/stable/win/x64/1.0.0/a.exe',
    '/api/sync/stream',
    '/openapi.json',
    '/healthz',
  ])('leaves %s to the network, so that no response to one user is cached', (path) => {
    expect(way(path)).toBe('network');
    expect(way(path, 'navigate')).toBe('network');
  });

  it('handles only GET requests of its own origin, and no book content', () => {
    expect(way('https://book1.books.example.com/t/ticket/EPUB/ch1.xhtml', 'navigate')).toBe('network');
    expect(way('/assets/a.js', 'cors', 'POST')).toBe('network');
    expect(way('/', 'navigate', 'POST')).toBe('network');
  });

  it.each(['/', '/bookshelf', '/user/myNotes', '/course/learning/01abc?at=x', '/helper/student-manual'])('serves the page %s', (path) => {
    expect(way(path, 'navigate')).toBe('page');
  });

  it('handles the files of the client on the CDN that the server names, and nothing else there', () => {
    const cdn = 'https://cdn.example.com';
    const at = (url: string, mode = 'cors', method = 'GET') => wayOfRequest({ method, mode, url }, OWN, cdn);
    expect(at(`${cdn}/assets/entry-abc123.js`)).toBe('asset');
    expect(at(`${cdn}/assets/offline-abc123.webp`, 'no-cors')).toBe('asset');
    expect(at(`${cdn}/api/my/getBooks`)).toBe('network');
    expect(at(`${cdn}/assets/entry-abc123.js`, 'navigate')).toBe('network');
    expect(at(`${cdn}/assets/entry-abc123.js`, 'cors', 'POST')).toBe('network');
    expect(at('https://cdn.example.org/assets/entry-abc123.js')).toBe('network');
    expect(at(`${OWN}/assets/entry-abc123.js`)).toBe('file');
  });

  it('caches our own files and covers, which are the same for all users', () => {
    expect(way('/assets/entry-abc123.js', 'no-cors')).toBe('file');
    expect(way('/icons/icon-192.png')).toBe('file');
    expect(way(`/api/media/cover/01abc/${'a'.repeat(64)}.webp`, 'no-cors')).toBe('cover');
    expect(way('/api/media/cover/01abc/..%2F..%2Fmy', 'no-cors')).toBe('network');
  });
});
