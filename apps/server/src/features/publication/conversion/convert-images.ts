/** Converts the images of a publication that browsers cannot show, before anything reads them. */
import type { Archive } from '../archive/archive.ts';
import type { Findings } from '../findings.ts';
import type { Publication } from '../package/read-publication.ts';
import { convertJpegXl, isJpegXl } from '../resources/jpeg-xl.ts';

/** Larger files are not converted; the collector of resources reports them as unsupported. */
const FILE_BYTES_MAX = 32 * 1_048_576;

/** Returns the archive with converted images in place of JPEG XL ones; the same archive if there are none. */
export const convertImages = async (archive: Archive, { document }: Publication, findings: Findings): Promise<Archive> => {
  const converted = new Map<string, Buffer>();
  for (const { path, mediaType } of document.itemsById.values()) {
    if (mediaType !== 'image/jxl' && !/\.jxl$/i.test(path)) continue;
    if (converted.has(path) || (archive.entries.get(path)?.bytes ?? 0) > FILE_BYTES_MAX) continue;
    const bytes = archive.read(path);
    const image = isJpegXl(bytes) ? await convertJpegXl(bytes) : undefined;
    if (image === undefined) continue;
    converted.set(path, image);
    findings.add({ severity: 'notice', code: 'image.converted', message: 'JPEG XL 图片已转换为浏览器可以显示的格式', path });
  }
  if (converted.size === 0) return archive;
  return { ...archive, read: (path) => converted.get(path) ?? archive.read(path) };
};
