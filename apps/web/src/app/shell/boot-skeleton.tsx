/** The app shell with a skeleton, shown until the code of the initial screen is loaded. */
import { findDesktop } from '@shufang/desktop-bridge';
import { useMatches } from 'react-router';
import styles from './app-shell.module.css';
import { MainNavigation } from './main-navigation.tsx';
import type { RouteHandle } from './route-handle.ts';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { TitleBar } from './title-bar.tsx';

export const BootSkeleton = () => {
  const { fullBleed, immersive } = (useMatches().at(-1)?.handle as RouteHandle | undefined) ?? { title: '' };
  const isImmersive = immersive === true && findDesktop() === undefined;
  return (
    <div className={styles.shell} data-full-bleed={fullBleed || undefined} data-immersive={isImmersive || undefined}>
      <TitleBar />
      {fullBleed ? null : <MainNavigation />}
      <main className={styles.content}>
        <ScreenSkeleton />
      </main>
    </div>
  );
};
