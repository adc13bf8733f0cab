import { useCallback, useState } from 'react';

export interface Area {
  width: number;
  height: number;
}

/** The size of an element in CSS pixels, as it is now; give the first to its `ref`. */
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
