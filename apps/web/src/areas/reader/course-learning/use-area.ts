import type { FloatingArea } from '@shufang/ui';
import { useCallback, useState } from 'react';

/**
 * Measures an element in a positioned container that it does not fill: returns the ref callback to attach to it, its current size in CSS
 * pixels, and the height of what the container has above and below it.
 */
export const useArea = (): [(element: HTMLElement | null) => (() => void) | undefined, FloatingArea] => {
  const [area, setArea] = useState<FloatingArea>({ width: 0, height: 0 });
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height, offsetTop: above } = element;
      setArea({ width, height, above, below: (element.offsetParent?.clientHeight ?? 0) - above - height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, area];
};
