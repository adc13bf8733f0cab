import { useEffect, useState } from 'react';
import { detectMachine, type Machine } from './this-machine.ts';

/** Returns the system and processor of this device; undefined until they are detected. */
export const useMachine = (): Machine | undefined => {
  const [machine, setMachine] = useState<Machine>();
  useEffect(() => {
    let left = false;
    void detectMachine().then((found) => {
      if (!left) setMachine(found);
    });
    return () => {
      left = true;
    };
  }, []);
  return machine;
};
