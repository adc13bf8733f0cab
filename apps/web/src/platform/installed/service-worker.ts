/**
 * Registers the service worker, detects a new version, and activates it when the user requests it. No page reloads by itself, so input is
 * not lost, and other open tabs continue with the files of their version.
 */
import { findDesktop } from '@shufang/desktop-bridge';
import { create } from 'zustand';
import { broadcast } from '../events/broadcasts.ts';
import { SERVICE_WORKER_URL, trustedScriptUrl } from '../trusted-types.ts';

/** State of the update of the client: `prepare` until it is known, then one of the states of the updater page. */
export type UpdatePhase = 'prepare' | 'current' | 'downloading' | 'downloadComplete' | 'error' | 'unsupported';

interface UpdateState {
  readonly phase: UpdatePhase;
  /** Version of the client that is waiting for activation; undefined until its worker has reported it. */
  readonly newVersion: string | undefined;
}

export const useUpdateState = create<UpdateState>(() => ({ phase: 'prepare', newVersion: undefined }));

const CHECK_EVERY_MS = 60 * 60_000;
/** Delay before the registration, so that a newly opened page loads its own data first, such as a book or covers. */
const AFTER_LOAD_MS = 3_000;
/** Maximum time in ms to wait until the new worker replaces the old one; after that time the page reloads without it. */
const ACTIVATION_TIMEOUT_MS = 5_000;

let registration: ServiceWorkerRegistration | undefined;

const requestVersion = (worker: ServiceWorker): Promise<string> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(String(data)));
    port1.start();
    worker.postMessage('version', [port2]);
  });

const announceWaiting = async (waiting: ServiceWorker): Promise<void> => {
  const newVersion = await requestVersion(waiting);
  useUpdateState.setState({ phase: 'downloadComplete', newVersion });
  broadcast('updateAvailable', { version: newVersion });
};

/** Returns whether an older worker controls the page; the first worker of a browser is not an update. */
const isUpdate = (): boolean => navigator.serviceWorker.controller !== null;

const follow = (worker: ServiceWorker): void => {
  worker.addEventListener('statechange', () => {
    if (worker.state === 'installed' && isUpdate()) void announceWaiting(worker);
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
  // A browser whose policy forbids service workers may return undefined.
  const url = trustedScriptUrl(SERVICE_WORKER_URL);
  registration = (await navigator.serviceWorker.register(url, { updateViaCache: 'none' })) as ServiceWorkerRegistration | undefined;
  if (registration === undefined) {
    useUpdateState.setState({ phase: 'unsupported' });
    return;
  }
  registration.addEventListener('updatefound', () => {
    if (registration?.installing) followInstalling(registration.installing);
  });
  if (registration.waiting && isUpdate()) {
    follow(registration.waiting);
    await announceWaiting(registration.waiting);
  } else if (registration.installing) followInstalling(registration.installing);
  else useUpdateState.setState({ phase: 'current' });
};

/** Checks for a new version. Ignores failures, because the check is repeated periodically. */
const checkSilently = (): void => void registration?.update().catch(ignoreCheckFailure);
const ignoreCheckFailure = (): void => undefined;

/** Checks for a new version on request; sets the state `error` when the check fails. */
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
 * Activates the waiting version and reloads this page. Other tabs continue until they are reloaded. A worker with a pending response delays
 * the activation, in Chromium for minutes. The page then reloads without waiting, because every worker loads the page itself from the
 * network.
 */
export const activateUpdate = (): void => {
  const waiting = registration?.waiting;
  if (!waiting) {
    location.reload();
    return;
  }
  const reload = (): void => {
    clearTimeout(timer);
    location.reload();
  };
  const timer = setTimeout(reload, ACTIVATION_TIMEOUT_MS);
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window: it has no other origin
  waiting.postMessage('skipWaiting');
};

/** Starts the registration and the checks once the page has loaded. Call once when the page starts. */
export const startServiceWorker = (): void => {
  // The desktop client has the files of the page in its own folder.
  const needsWorker = import.meta.env.PROD && findDesktop() === undefined;
  if (!needsWorker || !('serviceWorker' in navigator) || !isSecureContext) {
    useUpdateState.setState({ phase: 'unsupported' });
    return;
  }
  const begin = (): void => {
    register().catch((error: unknown) => {
      // The browser may forbid service workers (private mode, policy). The product works without one.
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
