/**
 * Blocks the network of this process: Node's functions for connecting and listening throw from now on, in modules that are already loaded
 * too. Node 24 has no permission for this; native add-ons are not covered (docs/flows/import.md).
 */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const refuse = (): never => {
  throw new Error('this process has no network');
};

const close = (owner: object, names: readonly string[]): void => {
  for (const name of names) Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false, enumerable: true });
};

/**
 * Returns the names of all functions that query a name server: `lookup`, `lookupService`, `reverse`, and those that begin with `resolve`.
 */
const questionsOf = (owner: object): string[] =>
  Object.getOwnPropertyNames(owner).filter((name) => /^(?:lookup|lookupService|reverse|resolve\w*)$/.test(name));

/**
 * Blocks the network of this process. http, https, http2, tls, fetch and WebSocket connect through `net.Socket` and listen through
 * `net.Server`, so blocking these two is enough.
 */
export const closeNetwork = (): void => {
  close(net.Socket.prototype, ['connect']);
  close(net.Server.prototype, ['listen']);
  close(dgram.Socket.prototype, ['bind', 'connect', 'send', 'sendto', 'addMembership']);
  for (const owner of [
    dns,
    dns.promises,
    dns.Resolver.prototype,
    Object.getPrototypeOf(dns.Resolver.prototype),
    dns.promises.Resolver.prototype,
    Object.getPrototypeOf(dns.promises.Resolver.prototype),
  ])
    close(owner as object, questionsOf(owner as object));
  // Applies the changes to named imports (`import { lookup } from 'node:dns'`) too.
  syncBuiltinESMExports();
};
