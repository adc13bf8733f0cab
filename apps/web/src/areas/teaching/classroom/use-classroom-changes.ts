/** Loads attendance and polls again when the server says that they have changed, and now and then in case the event was lost. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useBroadcast } from '../../../platform/events/use-broadcast.ts';
import { refreshClassroom } from './queries.ts';

const EVERY_MS = 15_000;

export const useClassroomChanges = (): void => {
  const queryClient = useQueryClient();
  useBroadcast('classroomChanged', () => void refreshClassroom(queryClient));
  useEffect(() => {
    const timer = setInterval(() => void refreshClassroom(queryClient), EVERY_MS);
    return () => clearInterval(timer);
  }, [queryClient]);
};
