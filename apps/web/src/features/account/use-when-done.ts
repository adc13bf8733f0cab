/** Hook that calls a function once when an awaited operation is done. */
import { useEffect, useRef } from 'react';

export const useWhenDone = (isDone: boolean, onDone: () => void): void => {
  const wasDone = useRef(false);
  useEffect(() => {
    if (!isDone || wasDone.current) return;
    wasDone.current = true;
    onDone();
  }, [isDone, onDone]);
};
