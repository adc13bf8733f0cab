import { useCallback, useState } from 'react';

export interface Area {
  width: number;
  height: number;
}

/** Measures an element: returns the ref callback to attach to it, and its current size in CSS pixels. */
export const useArea = (): [(element: HTMLElement | null) => (() => void) | undefined, Area] => {
  const [area, setArea] = useState<Area>({ width: 0, height: 0 });
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setArea({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, area];
};
