/**
 * Which bars an open book shows. In browsers the bar of the site is not on the page of a book and comes together with the tools of the page
 * when the user asks for them; the pointer at the upper edge and the focus show it, too (`title-bar.module.css`).
 */
import { useLayoutEffect, useState } from 'react';

/** `none`: only the text, with a running line. `tools`: the bars of the page. `all`: these and the bar of the site. */
type ShownBars = 'none' | 'tools' | 'all';

/** An attribute of the root shows the bar of the site. */
const SITE_BAR = 'siteBar';

interface Bars {
  readonly isHidden: boolean;
  readonly show: (bars: ShownBars) => void;
  /** Hides the bars, or shows all of them, for a tap in the middle of the page and for a key. */
  readonly toggle: () => void;
}

/** Shows the bar of the site over a page that is without it. */
export const useSiteBar = (isShown: boolean): void =>
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const { dataset } = document.documentElement;
    dataset[SITE_BAR] = 'shown';
    return () => {
      delete dataset[SITE_BAR];
    };
  }, [isShown]);

/** Returns the state of the bars. `isPanelOpen`: while a panel is open, the tools of the page stay visible. */
export const useBars = (isPanelOpen: boolean): Bars => {
  const [bars, show] = useState<ShownBars>('tools');
  useSiteBar(bars === 'all');
  return {
    isHidden: bars === 'none' && !isPanelOpen,
    show,
    toggle: () => show((before) => (before === 'none' ? 'all' : 'none')),
  };
};
