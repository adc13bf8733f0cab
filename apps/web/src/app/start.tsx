/** Starts the web client in a browser page or in the window of the desktop client. */
import './styles/mantine.css';
import './styles/base.css';
import { type ReactNode, startTransition, useEffect, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ApiError } from '../platform/api/api-error.ts';
import { keepAnswersHere } from '../platform/api/call-or-kept.ts';
import { followConnection } from '../platform/api/connection.ts';
import { createQueryClient } from '../platform/api/query-client.ts';
import { followInstallOffer } from '../platform/installed/install-prompt.ts';
import { keepServiceWorker } from '../platform/installed/service-worker.ts';
import { shellText } from '../platform/messages/zh-cn/shell.ts';
import { followOtherTabs } from '../platform/session/session.ts';
import { refreshStoredSession } from '../platform/session/session-values.ts';
import { canStoreValues } from '../platform/session/stored-value.ts';
import { isToBeTakenOver } from './first-screen/first-screen-here.ts';
import { forgetMark } from './first-screen/page-head.ts';
import { Providers } from './providers.tsx';
import { routes } from './routes.tsx';

const nothing = (): void => undefined;

const options: RootOptions = {
  // A refusal of the server is an answer its screen shows; anything else that reached a boundary is ours to mend.
  onCaughtError: (error) => {
    if (!(error instanceof ApiError)) reportError(error);
  },
};

interface BeginningProps {
  /** The client has painted for the first time. */
  readonly onPainted: () => void;
  /** It listens to whoever uses it. */
  readonly onListening: () => void;
  readonly children: ReactNode;
}

const Beginning = ({ onPainted, onListening, children }: BeginningProps) => {
  useLayoutEffect(onPainted, [onPainted]);
  useEffect(onListening, [onListening]);
  return children;
};

/** `endWishes`: of what was done on the page before (`early-wishes.ts`). */
export const start = async (root: Element, endWishes: () => () => void): Promise<void> => {
  if (!canStoreValues()) alert(shellText.noStorage);
  refreshStoredSession();
  followOtherTabs();
  followConnection();
  followInstallOffer();
  keepServiceWorker();
  keepAnswersHere();
  const queryClient = createQueryClient();
  const isTakenOver = await isToBeTakenOver(root, queryClient, routes);
  const actOnWishes = endWishes();
  const client = (
    <Beginning onPainted={forgetMark} onListening={isTakenOver ? actOnWishes : nothing}>
      <Providers queryClient={queryClient}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </Providers>
    </Beginning>
  );
  // In pieces, so that a slow phone answers to touches meanwhile.
  startTransition(() => {
    if (isTakenOver) hydrateRoot(root, client, options);
    else createRoot(root, options).render(client);
  });
};
