import { describe, expect, it } from 'vitest';
import { isRequestAllowed } from './request-filter.ts';

const SERVER = 'https://books.example.com';
const PAGE = 'app://client/course/list';
const BOOK = 'book://01k0000000000000000000000a';
const FRAME = `${BOOK}/~engine/1/frame.html?app=app%3A%2F%2Fclient`;

describe('a request of the client’s window', () => {
  it.each([
    ['mainFrame', PAGE, undefined],
    ['subFrame', FRAME, PAGE],
    ['subFrame', `${BOOK}/~c/t/a.xhtml`, FRAME],
    ['xhr', `${SERVER}/api/home/get`, PAGE],
    ['image', 'app://client/api/media/cover/1', PAGE],
    ['media', `${BOOK}/~c/t/a.mp3`, PAGE],
    ['image', `${BOOK}/~c/t/a.png`, FRAME],
    ['image', 'data:image/png;base64,AA', FRAME],
    ['media', 'blob:app://client/1', PAGE],
  ])('of kind %s to %s from %s is allowed', (resourceType, url, frameUrl) => {
    expect(isRequestAllowed({ url, resourceType, frameUrl }, SERVER)).toBe(true);
  });

  it.each([
    ['mainFrame', `${SERVER}/`, undefined],
    ['mainFrame', FRAME, undefined],
    ['mainFrame', 'app://client.evil/', undefined],
    ['mainFrame', 'file:///etc/passwd', undefined],
    ['subFrame', PAGE, FRAME],
    ['subFrame', `${SERVER}/`, PAGE],
    ['subFrame', 'https://evil.example/', FRAME],
    ['subFrame', 'file:///etc/passwd', PAGE],
    ['xhr', 'https://evil.example/', PAGE],
    ['xhr', 'https://books.example.com.evil.example/', PAGE],
    ['xhr', 'http://books.example.com/api/home/get', PAGE],
    ['xhr', 'https://books.example.com:8443/', PAGE],
    ['ping', 'https://evil.example/', FRAME],
    ['image', `${SERVER}/api/media/cover/1`, FRAME],
    ['image', 'app://client/favicon.svg', FRAME],
    ['image', 'book://01k0000000000000000000000b/~c/t/a.png', FRAME],
    ['image', `${BOOK}.evil/a.png`, FRAME],
    ['script', 'chrome-extension://abc/x.js', PAGE],
    ['other', 'file:///etc/passwd', PAGE],
  ])('of kind %s to %s from %s is canceled', (resourceType, url, frameUrl) => {
    expect(isRequestAllowed({ url, resourceType, frameUrl }, SERVER)).toBe(false);
  });
});
