/**
 * The screen of the current route, and hidden beside it the screens with `keepAlive`: React's `<Activity>` preserves their elements and
 * state and stops their effects. A hidden screen keeps its own location; otherwise its filters would follow the URL of the visible screen.
 */
import { Activity, type ContextType, type FocusEvent, type ReactNode, Suspense, useContext, useRef, useState } from 'react';
import { UNSAFE_LocationContext as LocationContext, useOutlet } from 'react-router';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';

/** Maximum number of preserved screens. It is larger than the number of routes with `keepAlive`, so that no screen is dropped. */
const ENTRIES_MAX = 5;

type LocationValue = ContextType<typeof LocationContext>;

interface KeepAliveEntry {
  readonly pathname: string;
  readonly outlet: ReactNode;
  readonly location: LocationValue;
}

const Screen = ({ children }: { children: ReactNode }) => (
  <ScreenBoundary>
    <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
  </ScreenBoundary>
);

interface KeepAliveScreensProps {
  readonly pathname: string;
  /** Whether the current screen stays alive while it is hidden. */
  readonly keepAlive: boolean;
  /** Called on each focus event within a screen that is kept alive. */
  readonly onFocus: (pathname: string, element: HTMLElement) => void;
}

export const KeepAliveScreens = ({ pathname, keepAlive, onFocus }: KeepAliveScreensProps) => {
  const outlet = useOutlet();
  const location = useContext(LocationContext);
  const [entries, setEntries] = useState<readonly KeepAliveEntry[]>([]);
  const existing = entries.find((screen) => screen.pathname === pathname);
  // The outlet and the location of a visible screen are stored, so that it is rendered unchanged when it is hidden.
  if (keepAlive && existing?.location !== location) {
    setEntries([...entries.filter((screen) => screen.pathname !== pathname), { pathname, outlet, location }].slice(-ENTRIES_MAX));
  }
  const shown =
    keepAlive && existing?.location !== location
      ? [...entries.filter((screen) => screen !== existing), { pathname, outlet, location }]
      : entries;
  return (
    <>
      {shown
        .toSorted((a, b) => (a.pathname < b.pathname ? -1 : 1))
        .map((screen) => (
          <Activity key={screen.pathname} mode={keepAlive && screen.pathname === pathname ? 'visible' : 'hidden'}>
            <div onFocus={(event: FocusEvent) => onFocus(screen.pathname, event.target as HTMLElement)}>
              <LocationContext.Provider value={screen.location}>
                <Screen>{screen.outlet}</Screen>
              </LocationContext.Provider>
            </div>
          </Activity>
        ))}
      {keepAlive ? null : <Screen key={pathname}>{outlet}</Screen>}
    </>
  );
};

export interface FocusMemory {
  readonly remember: (pathname: string, element: HTMLElement) => void;
  /** Focuses again the element that had the focus when the screen was hidden; returns false if there is no such element. */
  readonly restore: (pathname: string) => boolean;
}

export const useFocusMemory = (): FocusMemory => {
  const focused = useRef(new Map<string, HTMLElement>());
  const [memory] = useState<FocusMemory>(() => ({
    remember: (pathname, element) => void focused.current.set(pathname, element),
    restore: (pathname) => {
      const element = focused.current.get(pathname);
      if (!element?.isConnected) return false;
      element.focus({ preventScroll: true });
      return document.activeElement === element;
    },
  }));
  return memory;
};
