/**
 * Requests a content URL of a book directly, without the reader. Connects to this machine by its IP address, because not every resolver
 * knows `<book>.localhost`.
 */
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
