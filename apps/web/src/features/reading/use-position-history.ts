/** Back navigation after jumps: one browser history entry per jump, with the position before it. */
import { type Locator, locator } from '@shufang/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { z } from 'zod';

/** State of a history entry: the number of jumps before it, and the position before the last one. */
const jumpState = z.object({ jumps: z.number().int(), from: locator });

export interface PositionHistory {
  /** Position from which the last jump started; undefined if there was no jump. */
  readonly previous: Locator | undefined;
  /** Records a jump from `from` to another position in the book. */
  readonly recordJump: (from: Locator | undefined) => void;
  readonly goBack: () => void;
}

export const usePositionHistory = (currentLocator: () => Locator | undefined, goTo: (locator: Locator) => void): PositionHistory => {
  const location = useLocation();
  const navigate = useNavigate();
  const arrival = useNavigationType();
  /** Positions from which the reader went back, by id of the browser history entry; going forward restores them. */
  const forwardPositions = useRef(new Map<string, Locator>());
  const before = useRef<{ key: string; jumps: number; from: Locator | undefined }>(undefined);
  const jump = jumpState.safeParse(location.state).data;
  const jumps = jump?.jumps ?? 0;

  const arrive = useEffectEvent((key: string) => {
    const last = before.current;
    before.current = { key, jumps, from: jump?.from };
    if (arrival !== 'POP' || last === undefined || last.key === key) return;
    const here = currentLocator();
    if (here) forwardPositions.current.set(last.key, here);
    const locator = last.jumps > jumps && last.from ? last.from : forwardPositions.current.get(key);
    if (locator) goTo(locator);
  });
  useEffect(() => arrive(location.key), [location.key]);

  return {
    previous: jump?.from,
    recordJump: (from) => {
      if (!from) return;
      void navigate({ pathname: location.pathname }, { state: { jumps: jumps + 1, from }, preventScrollReset: true });
    },
    goBack: () => void navigate(-1),
  };
};
