/** Records what a failed call shows outside its screen: the text of error toasts, and `network` for the network alert. */
import { onTestFinished } from 'vitest';
import { onBroadcast } from '../platform/events/broadcasts.ts';

export const noteBroadcasts = (): readonly string[] => {
  const messages: string[] = [];
  onTestFinished(onBroadcast('toast', ({ kind, text }) => void (kind === 'error' && messages.push(text))));
  onTestFinished(onBroadcast('networkFailure', () => void messages.push('network')));
  return messages;
};
