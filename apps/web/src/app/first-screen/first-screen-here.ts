/** The screen that came as HTML inside the page, as the client finds it. */
import { FIRST_SCREEN_ATTRIBUTE } from '@shufang/contract';
import { adoptPhrases } from '@shufang/ui';
import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { hasFirstAnswers } from '../../platform/api/first-answers.ts';
import { findSessionToken } from '../../platform/session/session.ts';
import { fillOf } from './first-queries.ts';
import { loadScreen } from './load-screen.ts';

/**
 * Fills the cache with what the screen in `root` was made of, and the route table with its code, so that it can be taken over as it stands. False where it cannot be:
 * somebody is signed in, the page has lain for long, or no screen came.
 */
export const isToBeTakenOver = async (root: Element, queryClient: QueryClient, routes: RouteObject[]): Promise<boolean> => {
  const address = location.pathname + location.search;
  if (root.getAttribute(FIRST_SCREEN_ATTRIBUTE) !== address || findSessionToken() !== undefined || !hasFirstAnswers()) return false;
  const fill = fillOf(address);
  if (fill === undefined) return false;
  adoptPhrases(root);
  // One that fails shows its failure: what stands here goes.
  const [filled] = await Promise.all([Promise.allSettled(fill(queryClient)), loadScreen(routes, location.pathname)]);
  return filled.every(({ status }) => status === 'fulfilled');
};
