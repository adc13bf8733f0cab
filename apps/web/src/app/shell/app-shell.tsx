/** The app shell: title bar, main navigation, scrolling content area, dialogs and toasts. */
import { findDesktop } from '@shufang/desktop-bridge';
import { lazy, Suspense, useRef } from 'react';
import { useLocation, useMatches, useNavigation } from 'react-router';
import { useEndExpiredBooks } from '../../features/offline/use-end-expired-books.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './app-shell.module.css';
import { KeepAliveScreens, useFocusMemory } from './keep-alive-screens.tsx';
import { MainNavigation } from './main-navigation.tsx';
import { handleForPath, type RouteHandle } from './route-handle.ts';
import { SessionDialogs } from './session-dialogs.tsx';
import { TitleBar } from './title-bar.tsx';
import { Toasts } from './toasts.tsx';
import { UpdateNotice } from './update-notice.tsx';
import { useAnnouncedTitle } from './use-announced-title.ts';
import { useContentScroll } from './use-content-scroll.ts';
import { useDesktopLinks } from './use-desktop-links.ts';
import { useDesktopUpdates } from './use-desktop-updates.ts';

/** Parts that are loaded after the initial page: the consent dialog, and the background effects of signed-in users (sync, event stream). */
const ConsentDialog = lazy(async () => ({ default: (await import('../../features/account/consent-dialog.tsx')).ConsentDialog }));
const DesktopUpdate = lazy(async () => ({ default: (await import('./desktop-update.tsx')).DesktopUpdate }));
const SignedInEffects = lazy(async () => ({ default: (await import('./signed-in-effects.tsx')).SignedInEffects }));

const useRouteHandle = (pathname: string): RouteHandle => handleForPath(useMatches().at(-1)?.handle as RouteHandle | undefined, pathname);

export const AppShell = () => {
  const isSignedIn = useSession((session) => session.userId !== undefined);
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const busy = useNavigation().state !== 'idle';
  const handle = useRouteHandle(pathname);
  const { fullBleed = false, keepAlive = false } = handle;
  const isImmersive = handle.immersive === true && findDesktop() === undefined;
  const focusMemory = useFocusMemory();
  const announcement = useAnnouncedTitle(content, handle, focusMemory.restore);
  useContentScroll(content, keepAlive);
  useDesktopLinks();
  useDesktopUpdates();
  useEndExpiredBooks();
  return (
    <div className={styles.shell} data-full-bleed={fullBleed || undefined} data-immersive={isImmersive || undefined}>
      {/* Dialogs and toasts come before the screen, so that their listeners receive the first broadcasts of the screen. */}
      <SessionDialogs />
      <Toasts />
      {isSignedIn ? (
        <Suspense fallback={null}>
          <SignedInEffects />
          <ConsentDialog />
        </Suspense>
      ) : null}
      {findDesktop() === undefined ? null : (
        <Suspense fallback={null}>
          <DesktopUpdate />
        </Suspense>
      )}
      <a className={styles.skip} href="#content">
        {shellText.skipToContent}
      </a>
      <TitleBar />
      {fullBleed ? null : <MainNavigation />}
      <main id="content" ref={content} className={styles.content} tabIndex={-1} aria-busy={busy}>
        <KeepAliveScreens pathname={pathname} keepAlive={keepAlive} onFocus={focusMemory.remember} />
      </main>
      <UpdateNotice />
      {busy ? <div className={styles.progress} role="progressbar" aria-label={shellText.loading} /> : null}
      <div className="visually-hidden" aria-live="polite">
        {announcement}
      </div>
    </div>
  );
};
