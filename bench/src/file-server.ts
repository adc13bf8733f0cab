/** Baseline of serving a chapter: a web server that reads each file from disk and sends it. Argument: the folder. Prints its port. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';

const folder = process.argv[2] ?? '';
const send = async (address: string, response: ServerResponse): Promise<void> => {
  const body = await readFile(path.join(folder, path.basename(address)));
  response.writeHead(200, { 'content-type': 'application/xhtml+xml', 'content-encoding': 'gzip', 'content-length': body.length }).end(body);
};
const server = createServer((request, response) => void send(request.url ?? '', response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address !== null ? address.port : 0);
});
