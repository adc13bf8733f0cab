/** What is shown before the first screen's code has arrived: the frame, still empty. */
import styles from './app-shell.module.css';
import { MainNavigation } from './main-navigation.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { TitleBar } from './title-bar.tsx';

export const BootSkeleton = () => (
  <div className={styles.shell}>
    <TitleBar />
    <MainNavigation />
    <main className={styles.content}>
      <ScreenSkeleton />
    </main>
  </div>
);
