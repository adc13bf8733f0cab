/** Pictures of our own screens, made by `e2e/src/make-manual-pictures.ts`: all of one size, so that pages do not move when they come. */
const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

export const PICTURE_SIZE = { width: 1200, height: 750 } as const;

/** Undefined for a picture that was not made. */
export const pictureAddress = (name: string): string | undefined => files[`./pictures/${name}.webp`];
