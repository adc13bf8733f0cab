import { describe, expect, it } from 'vitest';
import { isContentUrl, parseServerAddress } from './server-address.ts';

describe('the address of a server', () => {
  it.each([
    ['books.example.com', 'https://books.example.com'],
    [' https://books.example.com/course/list?x=1#y ', 'https://books.example.com'],
    ['HTTP://Books.Example.COM:8080', 'http://books.example.com:8080'],
    ['192.168.1.5:8080', 'http://192.168.1.5:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['localhost:8080', 'http://localhost:8080'],
    ['jiaoshi/course/list', 'http://jiaoshi'],
    ['书房.example', 'https://xn--1jqt79b.example'],
  ])('%j is %s', (typed, origin) => {
    expect(parseServerAddress(typed)).toBe(origin);
  });

  it.each([
    '',
    ' ',
    'https://',
    'two words',
    'file:///etc/passwd',
    'ftp://a.example',
    'app://client',
    'javascript://a',
    'https://u:p@a.example',
    'https://a.example:99999',
  ])('%j is refused', (typed) => {
    expect(parseServerAddress(typed)).toBeUndefined();
  });
});

describe('the setting CONTENT_URL', () => {
  it.each(['http://{book}.localhost:8080', 'https://{book}.content.example.com', 'http://192.168.1.5:8081'])('can be %s', (text) => {
    expect(isContentUrl(text)).toBe(true);
  });
  it.each([
    '',
    'app://{book}',
    'file:///',
    'http://a.example/{book}',
    'http://{book}.{book}.example',
    'http://a.example/',
    'https://u@a.example',
  ])('cannot be %j', (text) => {
    expect(isContentUrl(text)).toBe(false);
  });
});
