/** Adds a font file of the reader to this device. */
import { fileSize } from '../../platform/messages/zh-cn/file-size.ts';
import { ownFontText } from '../../platform/messages/zh-cn/own-font.ts';
import { listFonts, storeFont } from '../../platform/storage/fonts.ts';
import type { FontEntry, ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { readFontFile } from './font-file.ts';
import { READING_LIMITS } from './limits.ts';

const NAME_CHARS_MAX = 100;

const sha256 = async (bytes: ArrayBuffer): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns whether the browser can show the font: it checks every table of the file. */
const isAcceptedByBrowser = (bytes: ArrayBuffer): Promise<boolean> =>
  new FontFace('shufang-own-font-check', bytes).load().then(
    () => true,
    () => false,
  );

export type AddedFont = { readonly font: FontEntry } | { readonly refusal: string };

/** Returns the stored font, or a sentence that says why the file is refused. `now`: UTC ms. */
export const addOwnFont = async (db: ReaderDatabase, file: File, now: number): Promise<AddedFont> => {
  if (file.size > READING_LIMITS.ownFontBytes) return { refusal: ownFontText.tooLarge(fileSize(READING_LIMITS.ownFontBytes)) };
  const stored = await listFonts(db);
  const bytes = await file.arrayBuffer();
  const result = await readFontFile(bytes);
  if ('error' in result) return { refusal: ownFontText.refusals[result.error] };
  const id = await sha256(bytes);
  if (stored.length >= READING_LIMITS.ownFontsMax && !stored.some((font) => font.id === id))
    return { refusal: ownFontText.tooMany(READING_LIMITS.ownFontsMax) };
  if (!(await isAcceptedByBrowser(bytes))) return { refusal: ownFontText.refusals.incomplete };
  const name = (result.name ?? file.name.replace(/\.\w+$/, '')).slice(0, NAME_CHARS_MAX);
  const font = { id, name, sizeBytes: bytes.byteLength, addedAt: now };
  await storeFont(db, font, bytes);
  return { font };
};
