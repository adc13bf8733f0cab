/** The way back after a jump: one entry of the browser's history for each, with the place that was left. */
import { type Locator, locator } from '@shufang/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { z } from 'zod';

/** What an entry of the history remembers: how many jumps lie behind it, and from where the last one set out. */
const jumpState = z.object({ jumps: z.number().int(), from: locator });

export interface PlaceHistory {
  /** Where the way back leads; undefined at its end. */
  readonly previous: Locator | undefined;
  /** Tells that the reader was sent from `from` to elsewhere in the book. */
  readonly noteJump: (from: Locator | undefined) => void;
  readonly goBack: () => void;
}

export const usePlaceHistory = (currentPlace: () => Locator | undefined, goTo: (place: Locator) => void): PlaceHistory => {
  const location = useLocation();
  const navigate = useNavigate();
  const arrival = useNavigationType();
  /** Places that were left by going back, by entry: where going forward again leads. */
  const left = useRef(new Map<string, Locator>());
  const before = useRef<{ key: string; jumps: number; from: Locator | undefined }>(undefined);
  const jump = jumpState.safeParse(location.state).data;
  const jumps = jump?.jumps ?? 0;

  const arrive = useEffectEvent((key: string) => {
    const last = before.current;
    before.current = { key, jumps, from: jump?.from };
    if (arrival !== 'POP' || last === undefined || last.key === key) return;
    const here = currentPlace();
    if (here) left.current.set(last.key, here);
    const place = last.jumps > jumps && last.from ? last.from : left.current.get(key);
    if (place) goTo(place);
  });
  useEffect(() => arrive(location.key), [location.key]);

  return {
    previous: jump?.from,
    noteJump: (from) => {
      if (!from) return;
      void navigate({ pathname: location.pathname }, { state: { jumps: jumps + 1, from }, preventScrollReset: true });
    },
    goBack: () => void navigate(-1),
  };
};
