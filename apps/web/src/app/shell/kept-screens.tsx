/**
 * The screen of the present route, and hidden beside it those kept alive: React's `<Activity>` keeps their elements and state and
 * takes their effects away. A hidden screen goes on with the location it had, or its choices would follow the other screen's address.
 */
import { Activity, type ContextType, type FocusEvent, type ReactNode, Suspense, useContext, useRef, useState } from 'react';
import { UNSAFE_LocationContext as LocationContext, useOutlet } from 'react-router';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';

/** More than there are routes that ask for it. */
const KEPT_MAX = 5;

type LocationValue = ContextType<typeof LocationContext>;

interface KeptScreen {
  readonly pathname: string;
  readonly outlet: ReactNode;
  readonly location: LocationValue;
}

const Screen = ({ children }: { children: ReactNode }) => (
  <ScreenBoundary>
    <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
  </ScreenBoundary>
);

interface KeptScreensProps {
  readonly pathname: string;
  /** The present screen is to be kept. */
  readonly isKept: boolean;
  /** Told of each focus within a kept screen. */
  readonly onFocus: (pathname: string, element: HTMLElement) => void;
}

export const KeptScreens = ({ pathname, isKept, onFocus }: KeptScreensProps) => {
  const outlet = useOutlet();
  const location = useContext(LocationContext);
  const [kept, setKept] = useState<readonly KeptScreen[]>([]);
  const known = kept.find((screen) => screen.pathname === pathname);
  // Noted while it is on the screen, so that it can be shown as it was once it is not.
  if (isKept && known?.location !== location) {
    setKept([...kept.filter((screen) => screen.pathname !== pathname), { pathname, outlet, location }].slice(-KEPT_MAX));
  }
  const shown =
    isKept && known?.location !== location ? [...kept.filter((screen) => screen !== known), { pathname, outlet, location }] : kept;
  return (
    <>
      {shown
        .toSorted((a, b) => (a.pathname < b.pathname ? -1 : 1))
        .map((screen) => (
          <Activity key={screen.pathname} mode={isKept && screen.pathname === pathname ? 'visible' : 'hidden'}>
            <div onFocus={(event: FocusEvent) => onFocus(screen.pathname, event.target as HTMLElement)}>
              <LocationContext.Provider value={screen.location}>
                <Screen>{screen.outlet}</Screen>
              </LocationContext.Provider>
            </div>
          </Activity>
        ))}
      {isKept ? null : <Screen key={pathname}>{outlet}</Screen>}
    </>
  );
};

export interface FocusKeeper {
  readonly note: (pathname: string, element: HTMLElement) => void;
  /** Puts the focus where it was when this kept screen was left; false when it was nowhere. */
  readonly giveBack: (pathname: string) => boolean;
}

export const useFocusKeeper = (): FocusKeeper => {
  const focused = useRef(new Map<string, HTMLElement>());
  const [keeper] = useState<FocusKeeper>(() => ({
    note: (pathname, element) => void focused.current.set(pathname, element),
    giveBack: (pathname) => {
      const element = focused.current.get(pathname);
      if (!element?.isConnected) return false;
      element.focus({ preventScroll: true });
      return document.activeElement === element;
    },
  }));
  return keeper;
};
