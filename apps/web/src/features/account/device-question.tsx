/** Shows the question whether another device may be signed out during a sign-in; the dialog is loaded on demand. */
import { lazy, Suspense } from 'react';
import { useDeviceQuestion } from './sign-in-steps.ts';

const DeviceInUseDialog = lazy(async () => ({ default: (await import('./device-in-use-dialog.tsx')).DeviceInUseDialog }));

export const DeviceQuestion = () => {
  const isAsked = useDeviceQuestion((state) => state.question !== undefined);
  return isAsked ? (
    <Suspense fallback={null}>
      <DeviceInUseDialog />
    </Suspense>
  ) : null;
};
