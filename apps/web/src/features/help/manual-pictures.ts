/**
 * Screenshots of our own pages for the manuals, made by `e2e/src/make-manual-pictures.ts`. All have the same size, so that the text around
 * a screenshot does not shift when it loads.
 */
const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

export const PICTURE_SIZE = { width: 1200, height: 750 } as const;

/** Returns the URL of the screenshot with this name, on the origin from which the client is loaded; undefined if it does not exist. */
export const pictureAddress = (name: string): string | undefined => {
  const file = files[`./pictures/${name}.webp`];
  return file === undefined ? undefined : new URL(file, import.meta.url).href;
};
