/** The app shell with a skeleton, shown until the code of the initial screen is loaded. */
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
