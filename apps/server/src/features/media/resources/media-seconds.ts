/** How long films and sounds last, read from their containers. Runs in the conversion process: the files are not trusted. */
import { openAsBlob } from 'node:fs';

export interface StoredMedia {
  readonly offset: number;
  readonly bytes: number;
  readonly mediaType: string;
}

/** Longer than any lesson; a container that says more is wrong. */
const SECONDS_MAX = 24 * 3_600;

/** Seconds of a film or sound that lies in a larger file; undefined where its container does not say. */
export const mediaSeconds = async (file: string, { offset, bytes, mediaType }: StoredMedia): Promise<number | undefined> => {
  // Most books have neither, and the parser takes its time to load.
  const { parseBlob } = await import('music-metadata');
  try {
    const blob = (await openAsBlob(file)).slice(offset, offset + bytes, mediaType);
    const { format } = await parseBlob(blob, { duration: true, skipCovers: true });
    // A film without sound says it of its track alone.
    const seconds = Math.max(format.duration ?? 0, ...(format.trackInfo ?? []).map(({ duration = 0 }) => duration));
    return seconds > 0 && seconds <= SECONDS_MAX ? seconds : undefined;
  } catch {
    // Broken or of a kind the parser does not know: it may play none the less, and is shown without its length.
    return undefined;
  }
};
