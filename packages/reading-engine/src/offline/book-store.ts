/** The app's side of the store page: the books that lie in the cache of one content origin. Runs in the app's page. */
import { STORE_READY, type StoreMessage, type StoreRequestName, type StoreRequests } from './protocol.ts';

export interface StoreProgress {
  readonly files: number;
  readonly bytes: number;
}

type Request<K extends StoreRequestName> = (input: StoreRequests[K]['input']) => Promise<StoreRequests[K]['output']>;

/** Functions of a store. Each rejects when the store cannot be reached or the browser refuses its storage. */
export interface BookStore {
  readonly prepare: Request<'prepare'>;
  download(
    input: StoreRequests['download']['input'],
    onProgress: (progress: StoreProgress) => void,
  ): Promise<StoreRequests['download']['output']>;
  readonly pause: () => Promise<undefined>;
  readonly count: Request<'count'>;
  readonly verify: Request<'verify'>;
  readonly storeText: Request<'storeText'>;
  readonly search: Request<'search'>;
  readonly remove: Request<'remove'>;
  readonly space: () => Promise<StoreRequests['space']['output']>;
  /** Removes the frame. */
  close(): void;
}

/** Time in ms in which the store page must have loaded. */
const LOAD_PATIENCE_MS = 20_000;

const connect = (iframe: HTMLIFrameElement, url: string): Promise<MessagePort> =>
  new Promise((resolve, reject) => {
    const { origin } = new URL(url);
    const finish = (): void => {
      clearTimeout(timer);
      removeEventListener('message', receive);
    };
    const receive = (event: MessageEvent): void => {
      const [port] = event.ports;
      if (event.source !== iframe.contentWindow || event.origin !== origin || event.data !== STORE_READY || port === undefined) return;
      finish();
      resolve(port);
    };
    const timer = setTimeout(() => {
      finish();
      reject(new Error('the store page did not load'));
    }, LOAD_PATIENCE_MS);
    addEventListener('message', receive);
  });

/** Opens the store page in a hidden frame. Rejects when it does not load, for example without a network before the first download. */
export const openBookStore = async (storeUrl: string): Promise<BookStore> => {
  const url = new URL(storeUrl, location.href);
  url.searchParams.set('app', location.origin);
  const iframe = document.createElement('iframe');
  // The frame has another origin than the app, so both values together give it no access to the app.
  iframe.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  iframe.hidden = true;
  iframe.src = url.href;
  const connecting = connect(iframe, url.href);
  document.body.append(iframe);
  let port: MessagePort;
  try {
    port = await connecting;
  } catch (error) {
    iframe.remove();
    throw error;
  }
  let lastId = 0;
  let report: ((progress: StoreProgress) => void) | undefined;
  const waiting = new Map<number, { resolve: (output: never) => void; reject: (error: Error) => void }>();
  port.addEventListener('message', ({ data }: MessageEvent<StoreMessage>) => {
    if (data.type === 'progress') {
      report?.({ files: data.files, bytes: data.bytes });
      return;
    }
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) asked?.resolve(data.output as never);
    else asked?.reject(new Error(data.error));
  });
  port.start();
  const request = <K extends StoreRequestName>(name: K, input: StoreRequests[K]['input']): Promise<StoreRequests[K]['output']> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      port.postMessage({ id: lastId, name, input });
    });
  return {
    prepare: (input) => request('prepare', input),
    download: (input, onProgress) => {
      report = onProgress;
      return request('download', input);
    },
    pause: () => request('pause', undefined),
    count: (input) => request('count', input),
    verify: (input) => request('verify', input),
    storeText: (input) => request('storeText', input),
    search: (input) => request('search', input),
    remove: (input) => request('remove', input),
    space: () => request('space', undefined),
    close: () => {
      for (const { reject } of waiting.values()) reject(new Error('the store was closed'));
      port.close();
      iframe.remove();
    },
  };
};
