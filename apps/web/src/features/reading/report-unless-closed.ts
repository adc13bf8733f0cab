import { isNavigatorClosed } from '@shufang/reading-engine';

/**
 * Waits for a request to the reading engine and reports its error. A request whose frame was removed meanwhile (the reader left the page)
 * is no error.
 */
export const reportUnlessClosed = async (request: Promise<unknown> | undefined): Promise<void> => {
  try {
    await request;
  } catch (error) {
    if (!isNavigatorClosed(error)) reportError(error);
  }
};
