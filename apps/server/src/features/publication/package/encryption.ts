/** Reads META-INF/encryption.xml: fonts that are only obfuscated are restored; a book with real content protection (DRM) is refused. */
import { createHash } from 'node:crypto';
import type { Archive } from '../archive/archive.ts';
import type { Findings } from '../findings.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { PathIndex, resolveReference } from './paths.ts';
import { descendants, parseXml } from './xml.ts';

/**
 * The schemes of font obfuscation. IDPF: EPUB 3.3 §4.4, 1,040 bytes with SHA-1 of the unique identifier. Adobe: 1,024 bytes with the
 * identifier's UUID.
 */
export type Obfuscation = 'idpf' | 'adobe';

const ALGORITHMS: Readonly<Record<string, Obfuscation>> = {
  'http://www.idpf.org/2008/embedding': 'idpf',
  'http://ns.adobe.com/pdf/enc#RC': 'adobe',
};

/** Returns the obfuscation of each obfuscated font by path. Throws for a protected book, naming the scheme. */
export const readEncryption = (archive: Archive, findings: Findings): Map<string, Obfuscation> => {
  const index = new PathIndex(archive.entries.keys());
  const obfuscated = new Map<string, Obfuscation>();
  const scheme = protectionScheme(index);
  const path = index.find('META-INF/encryption.xml')?.path;
  if (path !== undefined) {
    const root = parseXml(archive.read(path), path, findings);
    for (const data of root ? descendants(root) : []) {
      if (data.name !== 'encrypteddata') continue;
      const parts = [...descendants(data)];
      const algorithm = parts.find((part) => part.name === 'encryptionmethod')?.attributes['Algorithm'] ?? '';
      const target = resolveReference('', parts.find((part) => part.name === 'cipherreference')?.attributes['URI'] ?? '');
      const kind = ALGORITHMS[algorithm];
      if (kind === undefined) refuseProtected(scheme);
      const found = target.kind === 'inside' ? index.find(target.path) : undefined;
      if (kind && found) obfuscated.set(found.path, kind);
    }
  }
  if (scheme) refuseProtected(scheme);
  return obfuscated;
};

const protectionScheme = (index: PathIndex): string | undefined => {
  if (index.find('META-INF/license.lcpl')) return 'Readium LCP';
  if (index.find('META-INF/sinf.xml')) return 'Apple FairPlay';
  if (index.find('META-INF/rights.xml')) return 'Adobe ADEPT';
  return undefined;
};

const refuseProtected = (scheme: string | undefined): never => {
  throw new ImportRefusal(
    'drm.protected',
    `这本书受版权保护技术加密${scheme ? `（${scheme}）` : ''}，无法导入，请向出版社索取未加密的文件`,
  );
};

/**
 * Removes the obfuscation of a font. The operation is its own inverse: applied to a plain font, it adds the obfuscation. Returns undefined
 * if the identifier gives no key.
 */
export const deobfuscate = (font: Uint8Array, kind: Obfuscation, identifier: string): Buffer | undefined => {
  const key = kind === 'idpf' ? idpfKey(identifier) : adobeKey(identifier);
  if (!key) return undefined;
  const out = Buffer.from(font);
  const length = Math.min(out.length, kind === 'idpf' ? 1_040 : 1_024);
  for (let i = 0; i < length; i++) out[i] = (out[i] ?? 0) ^ (key[i % key.length] ?? 0);
  return out;
};

const idpfKey = (identifier: string): Buffer =>
  createHash('sha1')
    .update(identifier.replaceAll(/[ \t\n\r]/g, ''), 'utf8')
    .digest();

const adobeKey = (identifier: string): Buffer | undefined => {
  const hex = identifier.replace(/^urn:uuid:/i, '').replaceAll('-', '');
  return /^[0-9a-f]{32}$/i.test(hex) ? Buffer.from(hex, 'hex') : undefined;
};
