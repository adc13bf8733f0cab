import { describe, expect, test } from 'vitest';
import { type ArrivedRequest, createPrivateAddresses } from './private-addresses.ts';

const settings = { publicUrl: 'http://localhost:8080', host: '0.0.0.0', port: 8080, contentPort: undefined };
const arrived = (host: string, localAddress: string, localPort = 8080, sent = host): ArrivedRequest => ({
  host,
  headers: { host: sent },
  socket: { localAddress, localPort },
});

describe('a private address of this machine', () => {
  test.each([
    ['192.168.1.5:8080', '192.168.1.5', 'http://192.168.1.5:8080'],
    ['192.168.1.5:8080', '::ffff:192.168.1.5', 'http://192.168.1.5:8080'],
    ['10.3.2.1:8080', '10.3.2.1', 'http://10.3.2.1:8080'],
    ['172.31.255.254:8080', '172.31.255.254', 'http://172.31.255.254:8080'],
    ['127.0.0.2:8080', '127.0.0.2', 'http://127.0.0.2:8080'],
  ])('%s, arrived at %s, is an origin of the application, with content at another origin', (host, localAddress, origin) => {
    const addresses = createPrivateAddresses(settings);
    expect(addresses.appOriginOf(arrived(host, localAddress))).toBe(origin);
    expect(addresses.isContentRequest(arrived(host, localAddress))).toBe(false);
    const content = addresses.contentOriginBeside(origin);
    expect(content).toBe(origin.replace(/8080$/, '8081'));
    const contentHost = content?.slice('http://'.length) ?? '';
    expect(addresses.isContentRequest(arrived(contentHost, localAddress, 8081))).toBe(true);
    expect(addresses.appOriginOf(arrived(contentHost, localAddress, 8081))).toBeUndefined();
    expect(addresses.appOriginBeside(contentHost)).toBe(origin);
  });

  test('on port 80 is named without the port, as browsers do', () => {
    const addresses = createPrivateAddresses({ ...settings, port: 80 });
    expect(addresses.appOriginOf(arrived('10.0.0.5', '10.0.0.5', 80))).toBe('http://10.0.0.5');
    expect(addresses.contentOriginBeside('http://10.0.0.5')).toBe('http://10.0.0.5:81');
  });

  test('has its content on the port of the settings', () => {
    const addresses = createPrivateAddresses({ ...settings, contentPort: 9000 });
    expect(addresses.contentOriginBeside('http://10.0.0.5:8080')).toBe('http://10.0.0.5:9000');
  });
});

describe('other addresses', () => {
  const addresses = createPrivateAddresses(settings);
  test.each([
    ['a name that points here', arrived('evil.example:8080', '192.168.1.5')],
    ['a name that looks like a number', arrived('192.168.1.5.evil.example:8080', '192.168.1.5')],
    ['another address than the one the connection arrived at', arrived('192.168.1.6:8080', '192.168.1.5')],
    ['another port than the one it arrived at', arrived('192.168.1.5:8080', '192.168.1.5', 8081)],
    ['another port in the name', arrived('192.168.1.5:9999', '192.168.1.5')],
    ['no port', arrived('192.168.1.5', '192.168.1.5')],
    ['a public address', arrived('203.0.113.5:8080', '203.0.113.5')],
    ['an address just outside the private ones', arrived('172.32.0.1:8080', '172.32.0.1')],
    ['an address in another spelling', arrived('192.168.261:8080', '192.168.1.5')],
    ['the same address as one number', arrived('3232235781:8080', '192.168.1.5')],
    ['the same address in octal', arrived('0300.0250.1.5:8080', '192.168.1.5')],
    ['a host with a user in it', arrived('x@192.168.1.5:8080', '192.168.1.5')],
    ['a host with a path in it', arrived('192.168.1.5:8080/x', '192.168.1.5')],
    ['an IPv4 address dressed as IPv6', arrived('[::ffff:192.168.1.5]:8080', '::ffff:192.168.1.5')],
    ['a host that a proxy forwarded', arrived('192.168.1.5:8080', '192.168.1.5', 8080, 'shufang.example')],
    ['an IPv6 address, which no policy can name', arrived('[fd00::5]:8080', 'fd00::5')],
    ['an unknown socket', { host: '192.168.1.5:8080', headers: { host: '192.168.1.5:8080' }, socket: {} }],
  ])('%s is not accepted', (_what, request) => {
    expect(addresses.appOriginOf(request)).toBeUndefined();
    expect(addresses.isContentRequest(request)).toBe(false);
  });

  test.each([
    ['behind https', { publicUrl: 'https://shufang.example' }],
    ['where only this machine is listened to', { host: '127.0.0.1' }],
    ['where only this machine is listened to by name', { host: 'localhost' }],
    ['where only this machine is listened to by IPv6', { host: '::1' }],
  ])('no private address is accepted %s', (_where, change) => {
    const none = createPrivateAddresses({ ...settings, ...change });
    expect(none.contentPort).toBeUndefined();
    expect(none.appOriginOf(arrived('192.168.1.5:8080', '192.168.1.5'))).toBeUndefined();
    expect(none.isContentRequest(arrived('192.168.1.5:8081', '192.168.1.5', 8081))).toBe(false);
    expect(none.contentOriginBeside('http://192.168.1.5:8080')).toBeUndefined();
    expect(none.appOriginBeside('192.168.1.5:8081')).toBeUndefined();
  });

  test.each(['https://192.168.1.5:8080', 'http://localhost:8080', 'http://shufang.example:8080', 'null'])(
    'there is no content origin for %s',
    (origin) => expect(addresses.contentOriginBeside(origin)).toBeUndefined(),
  );
});
