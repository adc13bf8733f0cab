import { useEffect, useState } from 'react';
import { detectMachine, type Machine } from './this-machine.ts';

/** Undefined for the moment it takes to ask the browser. */
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
