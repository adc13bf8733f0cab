/**
 * The page's side of the service worker: registers it, notices a new version, and changes over only when the person says so. Nothing is
 * loaded anew by itself, so what is being typed stays under the hands; other open tabs go on with the files they began with.
 */
import { create } from 'zustand';
import { broadcast } from '../events/broadcasts.ts';

/** Where an update stands: `prepare` until it is known, then as the updater page names them. */
export type UpdatePhase = 'prepare' | 'current' | 'downloading' | 'downloadComplete' | 'error' | 'unsupported';

interface UpdateState {
  readonly phase: UpdatePhase;
  /** Of the version that waits; undefined until it said so. */
  readonly newVersion: string | undefined;
}

export const useUpdateState = create<UpdateState>(() => ({ phase: 'prepare', newVersion: undefined }));

const CHECK_EVERY_MS = 60 * 60_000;
/** A page that was just opened has its own to fetch first: a book, covers. */
const AFTER_LOAD_MS = 3_000;
/** How long the old worker may take to give way. */
const CHANGE_PATIENCE_MS = 5_000;

let registration: ServiceWorkerRegistration | undefined;

const askVersion = (worker: ServiceWorker): Promise<string> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(String(data)));
    port1.start();
    worker.postMessage('version', [port2]);
  });

const tellOfWaiting = async (waiting: ServiceWorker): Promise<void> => {
  const newVersion = await askVersion(waiting);
  useUpdateState.setState({ phase: 'downloadComplete', newVersion });
  broadcast('updateAvailable', { version: newVersion });
};

/** The first worker of a browser is no update of anything. */
const isUpdate = (): boolean => navigator.serviceWorker.controller !== null;

const follow = (worker: ServiceWorker): void => {
  worker.addEventListener('statechange', () => {
    if (worker.state === 'installed' && isUpdate()) void tellOfWaiting(worker);
    if (worker.state === 'activated') useUpdateState.setState({ phase: 'current', newVersion: undefined });
    if (worker.state === 'redundant' && registration?.waiting === null && useUpdateState.getState().phase === 'downloading')
      useUpdateState.setState({ phase: 'error' });
  });
};

const followInstalling = (worker: ServiceWorker): void => {
  if (isUpdate()) useUpdateState.setState({ phase: 'downloading' });
  follow(worker);
};

const register = async (): Promise<void> => {
  // Where policy forbids workers a browser may answer nothing at all.
  registration = (await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })) as ServiceWorkerRegistration | undefined;
  if (registration === undefined) {
    useUpdateState.setState({ phase: 'unsupported' });
    return;
  }
  registration.addEventListener('updatefound', () => {
    if (registration?.installing) followInstalling(registration.installing);
  });
  if (registration.waiting && isUpdate()) {
    follow(registration.waiting);
    await tellOfWaiting(registration.waiting);
  } else if (registration.installing) followInstalling(registration.installing);
  else useUpdateState.setState({ phase: 'current' });
};

/** Asks whether there is a new version. Silent where the network or the server is away: the next time will do. */
const checkSilently = (): void => void registration?.update().catch(ignoreCheckFailure);
const ignoreCheckFailure = (): void => undefined;

/** For the button: says `error` when it could not be asked. */
export const checkForUpdate = async (): Promise<void> => {
  if (registration === undefined) return;
  try {
    await registration.update();
    if (registration.installing === null && registration.waiting === null) useUpdateState.setState({ phase: 'current' });
  } catch {
    useUpdateState.setState({ phase: 'error' });
  }
};

/**
 * Changes over to the version that waits and loads this page anew. Only this tab: the others go on until they are loaded anew. A worker
 * that still answers something keeps the new one waiting, in Chromium for minutes: the page then does not wait for it, since either
 * worker takes the page itself from the network.
 */
export const changeOver = (): void => {
  const waiting = registration?.waiting;
  if (!waiting) {
    location.reload();
    return;
  }
  const reload = (): void => {
    clearTimeout(timer);
    location.reload();
  };
  const timer = setTimeout(reload, CHANGE_PATIENCE_MS);
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window: it has no other origin
  waiting.postMessage('skipWaiting');
};

/** Call once when the page starts; begins when the page has done its own loading. */
export const keepServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !isSecureContext) {
    useUpdateState.setState({ phase: 'unsupported' });
    return;
  }
  const begin = (): void => {
    register().catch((error: unknown) => {
      // A browser may forbid it (private mode, policy): the product works without.
      useUpdateState.setState({ phase: 'unsupported' });
      reportError(error);
    });
    setInterval(checkSilently, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') checkSilently();
    });
  };
  const whenSettled = (): void => void setTimeout(begin, AFTER_LOAD_MS);
  if (document.readyState === 'complete') whenSettled();
  else addEventListener('load', whenSettled, { once: true });
};
