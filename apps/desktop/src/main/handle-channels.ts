/** Receives the messages of a window's page. Every message is checked for its sender and its arguments before it has an effect. */
import type { BrowserWindow, IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';

type Channels = Readonly<Record<string, z.ZodType>>;
type Handlers<C extends Channels> = { readonly [Name in keyof C]: (input: z.output<C[Name]>) => unknown };

/** Returns whether an event comes from the top frame of the window, and that frame shows its own page. */
export const isFromPage = (
  { senderFrame }: Pick<IpcMainEvent | IpcMainInvokeEvent, 'senderFrame'>,
  { webContents }: BrowserWindow,
  origin: string,
): boolean => {
  if (webContents.isDestroyed()) return false;
  const { mainFrame } = webContents;
  return (
    senderFrame?.processId === mainFrame.processId &&
    senderFrame.routingId === mainFrame.routingId &&
    senderFrame.url.startsWith(`${origin}/`)
  );
};

/**
 * Handles the messages of `channels` that the page of `window` sends. A message of another page, or with other arguments, is rejected and
 * has no effect.
 */
export const handleChannels = <C extends Channels>(window: BrowserWindow, origin: string, channels: C, handlers: Handlers<C>): void => {
  for (const [name, schema] of Object.entries(channels)) {
    const handler = handlers[name] as (input: unknown) => unknown;
    window.webContents.ipc.handle(name, (event, ...values: unknown[]) => {
      if (!isFromPage(event, window, origin)) throw new Error('rejected: the sender is not the page of the window');
      const input = schema.safeParse(values[0]);
      if (values.length > 1 || !input.success) throw new Error('rejected: the arguments are not those of the message');
      return handler(input.data);
    });
  }
};
