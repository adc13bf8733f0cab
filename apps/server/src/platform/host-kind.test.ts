import { describe, expect, it } from 'vitest';
import { isPublicIp, kindOfHost, kindOfIp } from './host-kind.ts';

describe('the kind of an address', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.0.9', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.31.255.255', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.0.1', 'private'],
    ['169.254.169.254', 'private'],
    ['fd00::1', 'private'],
    ['fe80::1%eth0', 'private'],
    ['::ffff:192.168.1.1', 'private'],
    ['::ffff:8.8.8.8', 'public'],
    ['0.0.0.0', 'special'],
    ['100.64.0.1', 'special'],
    ['203.0.113.9', 'special'],
    ['239.1.1.1', 'special'],
    ['255.255.255.255', 'special'],
    ['::', 'special'],
    ['8.8.8.8', 'public'],
    ['2606:4700::1111', 'public'],
  ] as const)('%s is %s', (address, kind) => {
    expect(kindOfIp(address)).toBe(kind);
  });

  it('is unknown for a text that is no address', () => {
    expect(kindOfIp('books.example.com')).toBeUndefined();
    expect(kindOfIp('10.0.0.0/8')).toBeUndefined();
  });
});

describe('a public address', () => {
  // Addresses that lead, through a gateway, a tunnel or a translation, to 10.0.0.1 or 127.0.0.1.
  it.each([
    '10.0.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::10.0.0.1',
    '64:ff9b:1:ffff::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:f5ff:fffe',
    '2002:a00:1::1',
    '2002:7f00:1::',
    '2002::',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    'localhost',
    '',
  ])('is not %s', (address) => {
    expect(isPublicIp(address)).toBe(false);
  });

  it.each(['8.8.8.8', '93.184.215.14', '172.15.0.1', '2400:cb00::1', '2001:4860:4860::8888', '2003::1'])('is %s', (address) => {
    expect(isPublicIp(address)).toBe(true);
  });
});

describe('the kind of a host', () => {
  it.each([
    ['localhost', 'loopback'],
    ['book.localhost', 'loopback'],
    ['LOCALHOST.', 'loopback'],
    ['[::1]', 'loopback'],
    ['shufang', 'private'],
    ['books.school.local', 'private'],
    ['books.internal', 'private'],
    ['books.home.arpa', 'private'],
    ['books.example.com', 'public'],
    ['local.example.com', 'public'],
    ['localhost.example.com', 'public'],
    ['10.example.com', 'public'],
    ['[2002:a00:1::1]', 'special'],
  ] as const)('%s is %s', (host, kind) => {
    expect(kindOfHost(host)).toBe(kind);
  });
});
