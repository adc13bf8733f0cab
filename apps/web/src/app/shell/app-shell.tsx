/** The frame around every screen: title bar, main navigation, the scrolling content area, dialogs and toasts. */
import { lazy, Suspense, useRef } from 'react';
import { useLocation, useMatches, useNavigation } from 'react-router';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './app-shell.module.css';
import { KeptScreens, useFocusKeeper } from './kept-screens.tsx';
import { MainNavigation } from './main-navigation.tsx';
import type { RouteHandle } from './route-handle.ts';
import { SessionDialogs } from './session-dialogs.tsx';
import { TitleBar } from './title-bar.tsx';
import { Toasts } from './toasts.tsx';
import { UpdateNotice } from './update-notice.tsx';
import { useAnnouncedTitle } from './use-announced-title.ts';
import { useContentScroll } from './use-content-scroll.ts';

/** Loaded after the first screen: from any page what waits is sent, and the server's word is heard, as soon as somebody is signed in. */
const SignedInKeepers = lazy(async () => ({ default: (await import('./signed-in-keepers.tsx')).SignedInKeepers }));

const useRouteHandle = (): RouteHandle => {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return handle ?? { title: '' };
};

export const AppShell = () => {
  const isSignedIn = useSession((session) => session.userId !== undefined);
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const busy = useNavigation().state !== 'idle';
  const { title, fullBleed = false, keptAlive = false } = useRouteHandle();
  const focusKeeper = useFocusKeeper();
  const announcement = useAnnouncedTitle(content, title, focusKeeper.giveBack);
  useContentScroll(content, keptAlive);
  return (
    <div className={styles.shell} data-full-bleed={fullBleed || undefined}>
      {/* Before the screen, so that they already listen when it first speaks. */}
      <SessionDialogs />
      <Toasts />
      {isSignedIn ? (
        <Suspense fallback={null}>
          <SignedInKeepers />
        </Suspense>
      ) : null}
      <a className={styles.skip} href="#content">
        {shellText.skipToContent}
      </a>
      <TitleBar />
      {fullBleed ? null : <MainNavigation />}
      <main id="content" ref={content} className={styles.content} tabIndex={-1} aria-busy={busy}>
        <KeptScreens pathname={pathname} isKept={keptAlive} onFocus={focusKeeper.note} />
      </main>
      <UpdateNotice />
      {busy ? <div className={styles.progress} role="progressbar" aria-label={shellText.loading} /> : null}
      <div className="visually-hidden" aria-live="polite">
        {announcement}
      </div>
    </div>
  );
};
