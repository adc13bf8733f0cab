/** Whether the server can be reached, as the calls of this page last found it; while it cannot, this asks now and then. */
import { create } from 'zustand';

export const useConnection = create<{ readonly isOffline: boolean }>(() => ({ isOffline: false }));

const ASK_EVERY_MS = 10_000;

let timer: ReturnType<typeof setInterval> | undefined;

export const noteReached = (): void => {
  clearInterval(timer);
  timer = undefined;
  if (useConnection.getState().isOffline) useConnection.setState({ isOffline: false });
};

const ask = async (): Promise<void> => {
  try {
    if ((await fetch('/healthz', { cache: 'no-store', credentials: 'omit' })).ok) noteReached();
  } catch {
    // Still away: asked again.
  }
};

export const noteUnreached = (): void => {
  timer ??= setInterval(() => void ask(), ASK_EVERY_MS);
  if (!useConnection.getState().isOffline) useConnection.setState({ isOffline: true });
};

/** Follows what the browser says of its network; call once when the page starts. */
export const followConnection = (): void => {
  addEventListener('offline', noteUnreached);
  addEventListener('online', () => void ask());
};
