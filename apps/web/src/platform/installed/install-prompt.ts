/** The browser's install prompt: stored when it is offered, shown on the user's request. */
import { create } from 'zustand';

/**
 * Event by which Chromium offers the installation; not part of a standard.
 * https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent
 */
interface InstallOffer extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

interface InstallState {
  readonly offer: InstallOffer | undefined;
  readonly isInstalled: boolean;
}

const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as Navigator & { standalone?: boolean }).standalone === true;

export const useInstallState = create<InstallState>(() => ({ offer: undefined, isInstalled: false }));

/** Stores the browser's offer. Call once when the page starts: the browser fires the event early and only once. */
export const followInstallOffer = (): void => {
  useInstallState.setState({ isInstalled: isStandalone() });
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstallState.setState({ offer: event as InstallOffer });
  });
  addEventListener('appinstalled', () => useInstallState.setState({ offer: undefined, isInstalled: true }));
};

/** Shows the install prompt, which can be used once. Returns whether the user accepted. */
export const install = async (): Promise<boolean> => {
  const { offer } = useInstallState.getState();
  if (offer === undefined) return false;
  const { outcome } = await offer.prompt();
  useInstallState.setState({ offer: undefined });
  return outcome === 'accepted';
};
