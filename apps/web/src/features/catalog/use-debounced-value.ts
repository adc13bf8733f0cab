import { useEffect, useState } from 'react';

/** Returns the value as it was when it last stayed unchanged for `delayMs`. */
export const useDebouncedValue = <Value>(value: Value, delayMs: number): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
};
