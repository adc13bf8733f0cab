/** Starts the web client in a browser page or in the window of the desktop client. */
import './styles/base.css';
import { CLIENT_STARTED_MARKER } from '@shufang/contract';
import { type ReactNode, startTransition, useEffect, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ApiError } from '../platform/api/api-error.ts';
import { enableResponseCache } from '../platform/api/call-with-cache.ts';
import { followConnection } from '../platform/api/connection.ts';
import { createQueryClient } from '../platform/api/query-client.ts';
import { followInstallOffer } from '../platform/installed/install-prompt.ts';
import { startServiceWorker } from '../platform/installed/service-worker.ts';
import { shellText } from '../platform/messages/zh-cn/shell.ts';
import { followOtherTabs } from '../platform/session/session.ts';
import { canStoreValues } from '../platform/session/stored-entry.ts';
import { Providers } from './providers.tsx';
import { routes } from './routes.tsx';
import { removeSignedInMarker } from './ssr/head-script.ts';
import { prepareHydration } from './ssr/prepare-hydration.ts';

const nothing = (): void => undefined;

const markStarted = (): void => {
  removeSignedInMarker();
  document.documentElement.dataset[CLIENT_STARTED_MARKER] = '';
};

const options: RootOptions = {
  // Errors of the API are shown by their screens; any other error that reaches a boundary is a bug and is reported.
  onCaughtError: (error) => {
    if (!(error instanceof ApiError)) reportError(error);
  },
};

interface ClientRootProps {
  /** Called after the first render of the client is committed to the page. */
  readonly onPainted: () => void;
  /** Called when the event handlers of the client are attached. */
  readonly onHydrated: () => void;
  readonly children: ReactNode;
}

const ClientRoot = ({ onPainted, onHydrated, children }: ClientRootProps) => {
  useLayoutEffect(onPainted, [onPainted]);
  useEffect(onHydrated, [onHydrated]);
  return children;
};

/** Renders or hydrates the client. `stopRecording`: stops event recording and returns the replay function (`event-replay.ts`). */
export const start = async (root: Element, stopRecording: () => () => void): Promise<void> => {
  if (!canStoreValues()) alert(shellText.noStorage);
  followOtherTabs();
  followConnection();
  followInstallOffer();
  startServiceWorker();
  enableResponseCache();
  const queryClient = createQueryClient();
  const canHydrate = await prepareHydration(root, queryClient, routes);
  const replayEvents = stopRecording();
  const client = (
    <ClientRoot onPainted={markStarted} onHydrated={canHydrate ? replayEvents : nothing}>
      <Providers queryClient={queryClient}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </Providers>
    </ClientRoot>
  );
  // The client renders as a transition, so that a slow phone stays responsive meanwhile.
  startTransition(() => {
    if (canHydrate) hydrateRoot(root, client, options);
    else createRoot(root, options).render(client);
  });
};
