/** Asks for a book's content by its address, as a program that ignores the reader would. `<book>.localhost` is this machine; not every resolver knows. */
import { get } from 'node:http';

export const fetchContent = (address: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { host, port, pathname, search } = new URL(address);
    get({ host: '127.0.0.1', port, path: pathname + search, headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    }).on('error', reject);
  });
