/** The preload script of the page on which the user chooses the server. Runs in the sandbox, in its own world. */
import type { SETUP_CHANNELS, ServerCheck, SetupBridge } from '@shufang/desktop-bridge/channels';
import { contextBridge, ipcRenderer } from 'electron';

const send = (channel: keyof typeof SETUP_CHANNELS, ...values: unknown[]): Promise<unknown> => ipcRenderer.invoke(channel, ...values);
const report = (error: unknown): void => console.warn(String(error));

const bridge: SetupBridge = {
  minimize: () => void send('minimize').catch(report),
  close: () => void send('close').catch(report),
  dragTitleBar: (step) => void send('drag-title-bar', step).catch(report),
  chooseServer: async (address) => (await send('choose-server', address)) as ServerCheck,
};
contextBridge.exposeInMainWorld('shufangSetup', bridge);
