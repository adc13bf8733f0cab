/** The settings of this installation in the user's data folder: the server, and the window. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { windowGeometry } from './window-geometry.ts';

const server = z.object({ origin: z.string(), contentUrl: z.string() });
export type ChosenServer = z.output<typeof server>;

const schema = z.object({
  server: server.optional().catch(undefined),
  window: windowGeometry.optional().catch(undefined),
  /** Electron's zoom level: 0 is 100 %, each step is 20 %. */
  zoomLevel: z.number().min(-3).max(5).optional().catch(undefined),
});
export type StoredSettings = z.output<typeof schema>;

/** Reads the settings. Returns none if there is no file, or if it is damaged; a damaged value is left out. */
const read = (file: string): StoredSettings => {
  try {
    return schema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? {};
  } catch {
    // Without a readable file the client starts as after its installation.
    return {};
  }
};

/** Writes a file so that after a crash either the old or the new content is there. */
const writeSafely = (file: string, content: string): void => {
  const handle = openSync(`${file}.new`, 'w');
  try {
    writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(`${file}.new`, file);
};

export interface SettingsStore {
  get(): StoredSettings;
  /** Changes some settings. An error of the file system is logged: the client works without stored settings. */
  set(change: Partial<StoredSettings>): void;
}

export const openSettings = (file: string): SettingsStore => {
  let settings = read(file);
  return {
    get: () => settings,
    set: (change) => {
      settings = { ...settings, ...change };
      try {
        writeSafely(file, JSON.stringify(settings));
      } catch (error) {
        console.error('the settings could not be saved', error);
      }
    },
  };
};
