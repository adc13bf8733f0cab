/** Installs the downloaded update of the desktop client, after the work of this page is on the disk. */
import { findDesktop } from '@shufang/desktop-bridge';
import { useCallback, useState } from 'react';
import { saveWork } from '../../platform/storage/save-work.ts';

interface Installation {
  /** `saving`: the work is being stored, then the client ends. `failed`: it could not be stored, so the client goes on. */
  readonly state: 'idle' | 'saving' | 'failed';
  /** Stores the work, at least for this time in ms, and then ends the client and installs the update. */
  readonly install: (atLeastMs?: number) => Promise<void>;
}

export const useSaveAndInstall = (): Installation => {
  const [state, setState] = useState<Installation['state']>('idle');
  const install = useCallback(async (atLeastMs = 0): Promise<void> => {
    setState('saving');
    try {
      await Promise.all([saveWork(), new Promise((resolve) => setTimeout(resolve, atLeastMs))]);
    } catch (error) {
      reportError(error);
      setState('failed');
      return;
    }
    findDesktop()?.quitAndInstall();
  }, []);
  return { state, install };
};
