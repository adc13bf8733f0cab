/** Reads the items of a QTI package, of version 2.x or 3. Pure. */
import { pictureType } from '../archive/picture-type.ts';
import type { ZipFile } from '../archive/read-zip.ts';
import type { ImportedItem } from '../import/imported-item.ts';
import { QuestionFileError } from '../import/question-file-error.ts';
import { decodeXml, readXml } from '../xml/read-xml.ts';
import { descendantsNamed } from '../xml/xml-element.ts';
import { readQtiItem } from './read-qti-item.ts';
import { picturesOf } from './write-qti-package.ts';

const MANIFEST = 'imsmanifest.xml';
/** How much of a document is read to see whether it is an item. */
const HEAD_CHARS = 4_000;

/** Returns the path of a reference from a file of the package; undefined if it leads out of it. */
const resolvePath = (from: string, reference: string): string | undefined => {
  let decoded: string;
  try {
    decoded = decodeURIComponent(reference.replace(/[?#].*$/, ''));
  } catch {
    decoded = reference;
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(decoded) || decoded.startsWith('/')) return undefined;
  const parts = from.split('/').slice(0, -1);
  for (const part of decoded.replaceAll('\\', '/').split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
};

export interface QuestionPackage {
  readonly items: readonly ImportedItem[];
  /** The pictures of the questions, by the address that the questions contain. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** Returns the paths of the items: those that the manifest names, else every XML file that is an item. */
const itemPaths = (zip: ZipFile): string[] => {
  const manifest = zip.paths.find((path) => path === MANIFEST) ?? zip.paths.find((path) => path.endsWith(`/${MANIFEST}`));
  const bytes = manifest === undefined ? undefined : zip.read(manifest);
  const named =
    manifest === undefined || bytes === undefined
      ? []
      : descendantsNamed(readXml(decodeXml(bytes)), 'resource').flatMap(({ attributes }) => {
          const path =
            attributes['type']?.startsWith('imsqti_item_') === true ? resolvePath(manifest, attributes['href'] ?? '') : undefined;
          return path === undefined ? [] : [path];
        });
  if (named.length > 0) return [...new Set(named)];
  return zip.paths.filter((path) => {
    const file = path.toLowerCase().endsWith('.xml') ? zip.read(path) : undefined;
    const head = file === undefined ? '' : new TextDecoder().decode(file.subarray(0, HEAD_CHARS));
    return /<(?:[\w-]+:)?(?:assessmentItem|qti-assessment-item)[\s>]/.test(head);
  });
};

const readOne = (zip: ZipFile, path: string, line: number): ImportedItem => {
  const bytes = zip.read(path);
  if (bytes === undefined) return { ...readQtiItem('', line), path };
  let text: string;
  try {
    text = decodeXml(bytes);
  } catch (error) {
    if (!(error instanceof QuestionFileError)) throw error;
    return { ...readQtiItem('', line), path };
  }
  return readQtiItem(text, line, {
    path,
    pictureOf: (reference) => resolvePath(path, reference) ?? reference,
    documentOf: (reference) => {
      const file = zip.read(resolvePath(path, reference) ?? '');
      return file && decodeXml(file);
    },
  });
};

/** Returns the items of a package with their pictures. Throws `QuestionFileError` if it contains none. */
export const readQtiPackage = (zip: ZipFile): QuestionPackage => {
  const paths = itemPaths(zip);
  if (paths.length === 0) throw new QuestionFileError(zip.paths.some((path) => path.endsWith(MANIFEST)) ? 'noItems' : 'noManifest');
  const pictures = new Map<string, Uint8Array>();
  const items = paths.map((path, index): ImportedItem => {
    const item = readOne(zip, path, index + 1);
    if (item.question === undefined) return item;
    const missing = picturesOf(item.question).filter((source) => {
      const bytes = pictures.get(source) ?? zip.read(source);
      if (bytes === undefined || pictureType(bytes) === undefined) return true;
      pictures.set(source, bytes);
      return false;
    });
    if (missing.length === 0) return item;
    return { ...item, verdict: 'check', findings: [...item.findings, 'missingPicture'] };
  });
  return { items, pictures };
};
