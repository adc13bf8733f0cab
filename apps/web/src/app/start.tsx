/** Starts the web client in a browser page or in the window of the desktop client. */
import './styles/mantine.css';
import './styles/base.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ApiError } from '../platform/api/api-error.ts';
import { followConnection } from '../platform/api/connection.ts';
import { createQueryClient } from '../platform/api/query-client.ts';
import { followInstallOffer } from '../platform/installed/install-prompt.ts';
import { keepServiceWorker } from '../platform/installed/service-worker.ts';
import { shellText } from '../platform/messages/zh-cn/shell.ts';
import { followOtherTabs } from '../platform/session/session.ts';
import { refreshStoredSession } from '../platform/session/session-values.ts';
import { canStoreValues } from '../platform/session/stored-value.ts';
import { Providers } from './providers.tsx';
import { routes } from './routes.tsx';

export const start = (): void => {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  if (!canStoreValues()) alert(shellText.noStorage);
  refreshStoredSession();
  followOtherTabs();
  followConnection();
  followInstallOffer();
  keepServiceWorker();
  const queryClient = createQueryClient();
  const client = createRoot(root, {
    // A refusal of the server is an answer its screen shows; anything else that reached a boundary is ours to mend.
    onCaughtError: (error) => {
      if (!(error instanceof ApiError)) reportError(error);
    },
  });
  // In pieces, so that a slow phone answers to touches meanwhile.
  startTransition(() =>
    client.render(
      <Providers queryClient={queryClient}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </Providers>,
    ),
  );
};
