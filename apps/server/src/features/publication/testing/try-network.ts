/**
 * Test support, loaded before the program of the conversion process (`--import`): when the process begins to listen for its book, it tries
 * every kind of network access and sends the results to the parent.
 */
import { createSocket } from 'node:dgram';
import { lookup, promises, Resolver } from 'node:dns';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';

const port = Number(process.env['TRIED_PORT']);
const host = '127.0.0.1';

interface Emitting {
  once(event: string, handler: (value?: unknown) => void): unknown;
}
const until = (emitter: Emitting, event: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    emitter.once(event, resolve);
    emitter.once('error', reject);
  });
const called = (call: (done: (error: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())));

const ATTEMPTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'net.connect': () => until(net.connect({ host, port }), 'connect'),
  'a socket of one’s own': () => until(new net.Socket().connect(port, host), 'connect'),
  'tls.connect': () => until(tls.connect({ host, port }), 'secureConnect'),
  'http.get': () => until(http.get(`http://${host}:${port}/`), 'response'),
  'https.get': () => until(https.get(`https://${host}:${port}/`), 'response'),
  'http2.connect': () => until(http2.connect(`http://${host}:${port}`), 'connect'),
  fetch: () => fetch(`http://${host}:${port}/`),
  'net listen': () => until(net.createServer().listen(0, host), 'listening'),
  'http listen': () => until(http.createServer().listen(0, host), 'listening'),
  'dgram send': () => called((done) => createSocket('udp4').send('x', port, host, done)),
  'dgram bind': () => until(createSocket('udp4').bind(0, host), 'listening'),
  'dgram connect': () => called((done) => createSocket('udp4').connect(port, host, () => done(null))),
  'dns.lookup': () => called((done) => lookup('localhost', done)),
  'dns.promises.lookup': () => promises.lookup('localhost'),
  'dns.promises.resolve4': () => promises.resolve4('localhost'),
  'dns.Resolver': () => called((done) => new Resolver().resolve4('localhost', done)),
  'dns.promises.Resolver': () => new promises.Resolver().resolveTxt('localhost'),
};

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${messageOf(error.cause)}`;
};

const tryAll = async (): Promise<Record<string, string>> => {
  const outcomes: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    outcomes[name] = await Promise.resolve()
      .then(attempt)
      .then(() => 'open', messageOf);
  }
  return outcomes;
};

process.on('newListener', (event) => {
  if (event === 'message') void tryAll().then((results) => process.send?.({ tried: results }));
});
