import type { Toast } from '@shufang/ui';
import { useCallback, useRef, useState } from 'react';
import type { Broadcasts } from '../../platform/events/broadcasts.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { CLIENT_LIMITS } from '../../platform/limits.ts';

const SHOWN_AT_ONCE = 4;

/** Returns the visible toasts, the newest last; a text is not shown twice at the same time. */
export const useToasts = (): { shown: readonly Toast[]; dismiss: (id: number) => void } => {
  const [shown, setShown] = useState<readonly Toast[]>([]);
  const nextId = useRef(1);
  const dismiss = useCallback((id: number) => setShown((toasts) => toasts.filter((toast) => toast.id !== id)), []);
  useBroadcast('toast', ({ kind, text, timeoutMs = CLIENT_LIMITS.toastMs }: Broadcasts['toast']) => {
    const id = nextId.current++;
    setShown((toasts) => [...toasts.filter((toast) => toast.text !== text), { id, kind, text, timeoutMs }].slice(-SHOWN_AT_ONCE));
  });
  return { shown, dismiss };
};
