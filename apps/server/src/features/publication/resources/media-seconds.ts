/** Reads the duration of audio and video from their containers. Runs in the conversion process: the files are not trusted. */
import { openAsBlob } from 'node:fs';

export interface StoredMedia {
  readonly offset: number;
  readonly bytes: number;
  readonly mediaType: string;
}

/** Maximum plausible duration; a container that declares more is wrong. */
const SECONDS_MAX = 24 * 3_600;

/** Returns the duration in seconds of audio or video inside a larger file; undefined if its container does not declare it. */
export const mediaSeconds = async (file: string, { offset, bytes, mediaType }: StoredMedia): Promise<number | undefined> => {
  // The parser is loaded only when needed: most books have no audio or video, and it is slow to load.
  const { parseBlob } = await import('music-metadata');
  try {
    const blob = (await openAsBlob(file)).slice(offset, offset + bytes, mediaType);
    const { format } = await parseBlob(blob, { duration: true, skipCovers: true });
    // The durations of the tracks count too, because a video without audio declares its duration only in its video track.
    const seconds = Math.max(format.duration ?? 0, ...(format.trackInfo ?? []).map(({ duration = 0 }) => duration));
    return seconds > 0 && seconds <= SECONDS_MAX ? seconds : undefined;
  } catch {
    // The file is broken or unknown to the parser: it may still be playable and is shown without a duration.
    return undefined;
  }
};
