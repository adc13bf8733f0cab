/**
 * The original files of documents with scripts: stored unchanged beside the cleaned documents, and served only in approved versions
 * (docs/decisions/0022-interactive-books.md).
 */
import type { Archive } from '../archive/archive.ts';
import type { Findings } from '../findings.ts';
import type { Publication } from '../package/read-publication.ts';
import { SCRIPT_FOLDER } from '../versions/script-folder.ts';
import type { ObjectPack, PackedContent } from './object-pack.ts';
import type { SpineDocument } from './read-spine.ts';

/** Types that a document with scripts may load, and documents that it may frame. Others are not stored. */
const TYPES =
  /^(?:application\/xhtml\+xml|image\/svg\+xml|(?:text|application)\/(?:javascript|ecmascript|x-javascript)|application\/json|text\/(?:css|plain|vtt)|image\/(?:png|jpeg|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+|(?:font|application)\/(?:woff2?|otf|ttf|sfnt|font-woff2?|font-sfnt|vnd\.ms-opentype|x-font-ttf|x-font-otf))$/;
/** Larger files are not stored a second time. */
const FILE_BYTES_MAX = 32 * 1_048_576;

/** Returns whether the package marks the document as one with scripts. */
export const isScripted = ({ spine }: Pick<SpineDocument, 'spine'>): boolean =>
  spine.item.properties.includes('scripted') && /^(?:application\/xhtml\+xml|image\/svg\+xml)$/.test(spine.item.mediaType);

interface ScriptFile {
  readonly href: string;
  readonly mediaType: string;
  readonly content: PackedContent;
  readonly usedBy: readonly number[];
}

/** Adds the documents with scripts and all files that they may load; without such documents none. */
export const addScriptFiles = (
  { archive, publication, findings }: { readonly archive: Archive; readonly publication: Publication; readonly findings: Findings },
  spine: readonly SpineDocument[],
  pack: ObjectPack,
): ScriptFile[] => {
  const documents = new Map<string, number[]>();
  for (const [at, document] of spine.entries())
    if (isScripted(document)) documents.set(document.spine.item.path, [...(documents.get(document.spine.item.path) ?? []), at]);
  if (documents.size === 0) return [];
  const all = [...documents.values()].flat();
  const others = new Set(spine.filter((document) => !isScripted(document)).map(({ path }) => path));
  findings.add({
    severity: 'notice',
    code: 'script.needsApproval',
    message: `书里有 ${documents.size} 篇互动内容：脚本不运行，除非两位同事先后申请、审核（图书页的“版次”）`,
  });
  const files = new Map<string, ScriptFile>();
  for (const { path, mediaType, properties } of publication.document.itemsById.values()) {
    const entry = archive.entries.get(path);
    if (
      !entry ||
      entry.bytes > FILE_BYTES_MAX ||
      files.has(path) ||
      properties.includes('nav') ||
      others.has(path) ||
      !TYPES.test(mediaType)
    )
      continue;
    files.set(path, {
      href: SCRIPT_FOLDER + path,
      mediaType,
      content: pack.add(archive.read(path), mediaType),
      usedBy: documents.get(path) ?? all,
    });
  }
  return [...files.values()];
};
