/** Goes on once what a page waited for is done, and never a second time. */
import { useEffect, useRef } from 'react';

export const useWhenDone = (isDone: boolean, onDone: () => void): void => {
  const wasDone = useRef(false);
  useEffect(() => {
    if (!isDone || wasDone.current) return;
    wasDone.current = true;
    onDone();
  }, [isDone, onDone]);
};
