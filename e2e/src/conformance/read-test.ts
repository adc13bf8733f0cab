/**
 * Reads what a W3C reading-system test says about itself: id, level, description, texts. Reads nothing but the package and the documents, and
 * never fails: a test whose archive is damaged on purpose keeps the name of its file.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';

export interface ConformanceTest {
  readonly file: string;
  /** Identifier of the test: `dc:identifier`, or the name of the file. */
  readonly id: string;
  readonly level: string;
  readonly section: string;
  readonly description: string;
  /** Text of each item of the reading order, in order. */
  readonly texts: readonly string[];
  /** Paths of the documents of the reading order that the package marks as scripted. */
  readonly scripted: readonly string[];
  /** The package document as written; empty if it cannot be read. */
  readonly packageXml: string;
  readonly sha256: string;
}

const decoder = new TextDecoder();
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

export const plainText = (markup: string): string =>
  markup
    .replace(/<(script|style|title)\b[^>]*>[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();

const unpack = (bytes: Uint8Array): Record<string, Uint8Array> => {
  try {
    return unzipSync(bytes);
  } catch (error) {
    return ignoreDamagedArchive(error);
  }
};
/** A damaged archive is what some tests are about. */
const ignoreDamagedArchive = (error: unknown): Record<string, Uint8Array> => {
  if (error instanceof Error) return {};
  throw error;
};

const attributeOf = (tag: string, name: string): string => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1] ?? '';

interface SpineItem {
  /** Path in the archive. */
  readonly path: string;
  readonly isScripted: boolean;
}

const spineOf = (packagePath: string, packageXml: string): SpineItem[] => {
  const items = new Map(Array.from(packageXml.matchAll(/<(?:\w+:)?item\s[^>]*>/g), ([tag]) => [attributeOf(tag, 'id'), tag] as const));
  const spine = packageXml.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<(?:\w+:)?itemref\s[^>]*>/g);
  return Array.from(spine, ([tag]) => {
    const item = items.get(attributeOf(tag, 'idref')) ?? '';
    return {
      path: path.posix.join(path.posix.dirname(packagePath), decodeURIComponent(attributeOf(item, 'href'))),
      isScripted: attributeOf(item, 'properties').split(/\s+/).includes('scripted'),
    };
  });
};

const textOf = (files: Record<string, Uint8Array>, file: string): string => {
  const bytes = files[file];
  return bytes && /\.(?:x?html?|svg|xml)$/i.test(file) ? plainText(decoder.decode(bytes)) : '';
};

export const readTest = async (file: string): Promise<ConformanceTest> => {
  const bytes = await readFile(file);
  const files = unpack(bytes);
  const packagePath = Object.keys(files).find((name) => name.endsWith('.opf')) ?? '';
  const packageXml = decoder.decode(files[packagePath] ?? new Uint8Array());
  const spine = spineOf(packagePath, packageXml);
  const inPackage = (pattern: RegExp): string => plainText(pattern.exec(packageXml)?.[1] ?? '');
  return {
    file: path.basename(file),
    id: inPackage(/<dc:identifier[^>]*>([^<]*)/) || path.basename(file, '.epub'),
    level: inPackage(/<meta[^>]*property="belongs-to-collection"[^>]*>([^<]*)/) || 'must',
    section: inPackage(/<dc:coverage[^>]*>([^<]*)/),
    description: inPackage(/<dc:description[^>]*>([\s\S]*?)<\/dc:description>/),
    texts: spine.map((item) => textOf(files, item.path)),
    scripted: spine.filter(({ isScripted }) => isScripted).map((item) => item.path),
    packageXml,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
};
