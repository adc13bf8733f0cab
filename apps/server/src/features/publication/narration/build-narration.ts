/**
 * Builds the guided navigation document of each narrated document from the media overlays of a book: what `getNarration` returns. Runs in
 * the conversion process.
 */
import type { GuidedNavigation } from '@shufang/contract';
import type { Archive } from '../archive/archive.ts';
import { type DocumentFacts, targetIn } from '../conversion/document-index.ts';
import type { SpineDocument } from '../conversion/read-spine.ts';
import type { Resource, ResourceCollector } from '../conversion/resource-collector.ts';
import type { Findings } from '../findings.ts';
import { PUBLICATION_LIMITS } from '../limits.ts';
import type { Publication } from '../package/read-publication.ts';
import { type Phrase, readSmil } from './read-smil.ts';

/** The narration of one document. */
export interface DocumentNarration {
  readonly guided: GuidedNavigation['guided'];
  /** Duration of its clips, as far as their ends are stated. */
  readonly seconds: number;
  /** Addresses of its audio files. */
  readonly uses: readonly string[];
}

interface NarrationInput {
  readonly archive: Archive;
  readonly publication: Publication;
  readonly resources: ResourceCollector;
  readonly findings: Findings;
  readonly spine: readonly SpineDocument[];
  readonly documents: readonly DocumentFacts[];
}

const isAudio = ({ mediaType }: Resource): boolean => mediaType.startsWith('audio/');

/** Media fragment of a clip. Source: W3C Media Fragments, temporal dimension. */
const timeOf = ({ begin, end }: NonNullable<Phrase['clip']>): string => `#t=${begin}${end === undefined ? '' : `,${end}`}`;

/** Returns the narration of each document of the reading order; undefined for a document that has none. */
export const buildNarrations = (input: NarrationInput): (DocumentNarration | undefined)[] => {
  const { archive, publication, resources, findings } = input;
  const { itemsById } = publication.document;
  const overlayOf = new Map([...itemsById.values()].map(({ path, overlayId }) => [path, overlayId]));
  const read = new Map<string, Phrase[]>();
  let left = PUBLICATION_LIMITS.narrationPhrases;

  const phrasesOf = (path: string): Phrase[] => {
    const existing = read.get(path);
    if (existing) return existing;
    const isTooLarge = (archive.entries.get(path)?.bytes ?? 0) > PUBLICATION_LIMITS.overlayBytes;
    if (isTooLarge) findings.add({ severity: 'dropped', code: 'narration.tooLarge', message: '朗读的同步文件过大，未导入', path });
    const all = isTooLarge ? [] : readSmil(archive.read(path), path, findings);
    if (all.length > left) findings.add({ severity: 'dropped', code: 'narration.tooMany', message: '朗读的片段过多，后面的未导入', path });
    const found = all.slice(0, left).map((phrase) => ({ ...phrase, textPath: publication.index.find(phrase.textPath)?.path ?? '' }));
    left -= found.length;
    read.set(path, found);
    return found;
  };

  const audioOf = (written: string): Resource | undefined => {
    const path = publication.index.find(written)?.path;
    const resource = path === undefined ? undefined : resources.add(path);
    if (resource && isAudio(resource)) return resource;
    findings.add({ severity: 'dropped', code: 'narration.noAudio', message: '朗读的音频不存在或不能播放，改由合成声音读', path: written });
    return undefined;
  };

  return input.spine.map(({ path, spine }, at) => {
    const facts = input.documents[at];
    const overlay = itemsById.get(overlayOf.get(path) ?? spine.item.overlayId ?? '');
    if (!facts || !overlay) return undefined;
    const uses = new Set<string>();
    let seconds = 0;
    const guided = phrasesOf(overlay.path).flatMap(({ textPath, fragment, clip, roles }) => {
      if (textPath !== path) return [];
      const target = targetIn(facts, fragment);
      if (fragment !== undefined && target.fragment === undefined) {
        findings.add({ severity: 'dropped', code: 'narration.noText', message: '朗读的片段找不到对应的文字，未导入', path: overlay.path });
        return [];
      }
      const audio = clip && audioOf(clip.path);
      if (audio) uses.add(audio.href);
      if (audio && clip.end !== undefined) seconds += clip.end - clip.begin;
      const textref = target.fragment === undefined ? target.href : `${target.href}#${encodeURIComponent(target.fragment)}`;
      return [{ textref, ...(audio ? { audioref: audio.href + timeOf(clip) } : {}), ...(roles.length === 0 ? {} : { role: [...roles] }) }];
    });
    return guided.length === 0 ? undefined : { guided, seconds, uses: [...uses] };
  });
};
