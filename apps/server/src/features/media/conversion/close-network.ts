/**
 * Takes the network away from this process: what Node offers for reaching others or being reached throws from now on, for every module
 * already loaded too. Node 24 has no permission for it; native add-ons are out of its reach (docs/flows/import.md).
 */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const refuse = (): never => {
  throw new Error('the conversion process has no network');
};

const close = (owner: object, names: readonly string[]): void => {
  for (const name of names) Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false, enumerable: true });
};

/** Everything that asks a name server: `lookup`, `lookupService`, `reverse`, `resolve` and its kinds. */
const questionsOf = (owner: object): string[] =>
  Object.getOwnPropertyNames(owner).filter((name) => /^(?:lookup|lookupService|reverse|resolve\w*)$/.test(name));

/** http, https, http2, tls, fetch and WebSocket connect through `net.Socket`, and listen through `net.Server`. */
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
  // `import { lookup } from 'node:dns'` follows what the module object holds only when told.
  syncBuiltinESMExports();
};
