import { useEffect, useEffectEvent } from 'react';
import { type Broadcasts, onBroadcast } from './broadcasts.ts';

/** Listens to a broadcast while the component is on the screen; always calls the latest `listener`. */
export const useBroadcast = <Name extends keyof Broadcasts>(name: Name, listener: (detail: Broadcasts[Name]) => void): void => {
  const handle = useEffectEvent(listener);
  useEffect(() => onBroadcast(name, (detail) => handle(detail)), [name]);
};
