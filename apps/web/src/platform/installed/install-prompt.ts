/** The browser's own offer to install the client: kept when it comes, used when the person asks for it. */
import { create } from 'zustand';

/** Chromium's event; no standard yet. https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
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

/** Call once when the page starts: the browser makes its offer early and only once. */
export const followInstallOffer = (): void => {
  useInstallState.setState({ isInstalled: isStandalone() });
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstallState.setState({ offer: event as InstallOffer });
  });
  addEventListener('appinstalled', () => useInstallState.setState({ offer: undefined, isInstalled: true }));
};

/** Shows the browser's dialog. An offer is good for one use; true when the person accepted. */
export const install = async (): Promise<boolean> => {
  const { offer } = useInstallState.getState();
  if (offer === undefined) return false;
  const { outcome } = await offer.prompt();
  useInstallState.setState({ offer: undefined });
  return outcome === 'accepted';
};
