/**
 * Builds the manifest of a version: metadata and reading order with positions and segments. Which documents are open is added when a
 * reader opens the book.
 */
import type { NavigationEntry, PublicationDocument, PublicationManifest, PublicationMetadata } from '@shufang/contract';
import { LIMITS } from '@shufang/contract/limits';
import type { RenderedSegment } from '../content/content-model.ts';
import { defined } from '../package/metadata.ts';
import type { Publication } from '../package/read-publication.ts';
import type { BuiltNavigation } from './build-navigation.ts';
import type { DocumentFacts } from './document-index.ts';
import { findStart } from './find-start.ts';
import type { SpineDocument } from './read-spine.ts';
import type { Resource } from './resource-collector.ts';
import { isScripted } from './script-files.ts';

export interface ManifestInput {
  readonly publication: Publication;
  readonly title: string;
  readonly languages: readonly string[];
  readonly spine: readonly SpineDocument[];
  readonly documents: readonly DocumentFacts[];
  readonly segments: readonly (readonly RenderedSegment[])[];
  /** Duration of the media in each document in seconds; 0 if it has no video or audio, or their duration is unknown. */
  readonly mediaSeconds: readonly number[];
  /** The narration of each document and the address of its guided navigation document; undefined for a document without one. */
  readonly narrations: readonly ({ readonly href: string; readonly seconds: number } | undefined)[];
  readonly titles: ReadonlyMap<string, string>;
  readonly navigation: BuiltNavigation;
  readonly cover: Resource | undefined;
}

export const buildManifest = (input: ManifestInput): PublicationManifest => {
  const readingOrder: PublicationDocument[] = [];
  let startPosition = 1;
  for (const [index, document] of input.documents.entries()) {
    const spine = input.spine[index];
    if (!spine) throw new Error(`document ${index} has no spine item`);
    const positions = spine.isFixed ? 1 : Math.max(1, Math.ceil(document.chars / LIMITS.positionChars));
    readingOrder.push({
      href: document.href,
      type: 'application/xhtml+xml',
      ...defined({
        title: input.titles.get(document.href) ?? document.title,
        viewport: spine.isFixed ? document.viewport : undefined,
        spread: spreadOf(spine),
        narration: narrationOf(input, index),
        mediaSeconds: input.mediaSeconds[index] || undefined,
        scripted: isScripted(spine) ? spine.spine.item.path : undefined,
      }),
      chars: document.chars,
      startPosition,
      positions,
      layout: spine.isFixed ? 'fixed' : 'reflowable',
      linear: spine.spine.linear,
      segments: (input.segments[index] ?? []).map((segment) => ({
        href: segment.href,
        firstBlock: document.ids[segment.firstBlock] ?? '',
        lastBlock: document.ids[segment.lastBlock] ?? '',
        startChar: segment.startChar,
        chars: segment.chars,
      })),
    });
    startPosition += positions;
  }
  const { cover } = input;
  return {
    metadata: buildMetadata(input, startPosition - 1),
    readingOrder,
    ...input.navigation,
    ...(cover ? { cover: { href: cover.href, ...defined({ width: cover.width, height: cover.height }) } } : {}),
  };
};

const narrationOf = ({ narrations }: ManifestInput, index: number): PublicationDocument['narration'] => {
  const narration = narrations[index];
  return narration && { href: narration.href, ...defined({ seconds: Math.round(narration.seconds) || undefined }) };
};

/** Returns the documents to which the entries lead. A segment of a document counts as one, because only the start of a book is of interest. */
const documentsOf = (entries: readonly NavigationEntry[]): Set<string> =>
  new Set(entries.flatMap(({ href = '', children = [] }) => [href.replace(/#.*$/, ''), ...documentsOf(children)]));

const startOf = ({ publication, spine, navigation }: ManifestInput): string | undefined => {
  const navigationPath = [...publication.document.itemsById.values()].find(({ properties }) => properties.includes('nav'))?.path;
  const listed = documentsOf(navigation.toc);
  return findStart({
    documents: spine.map(({ href, path, spine: { linear } }) => ({
      href,
      isLinear: linear,
      isNavigation: path === navigationPath,
      isListed: listed.has(href),
    })),
    landmarks: navigation.landmarks,
  });
};

const buildMetadata = (input: ManifestInput, positions: number): PublicationMetadata => {
  const { publication, title, languages, documents, spine, narrations } = input;
  const { uniqueIdentifier: _key, coverId: _cover, statedNarration, ...metadata } = publication.document.metadata;
  const fixed = spine.filter((item) => item.isFixed).length;
  const isFixed = fixed * 2 > spine.length;
  return {
    ...metadata,
    title,
    languages: [...languages],
    layout: isFixed ? 'fixed' : 'reflowable',
    ...(fixed > 0 && fixed < spine.length ? { hasBothLayouts: true } : {}),
    ...(narrations.some((narration) => narration !== undefined)
      ? { narration: { ...statedNarration, ...defined({ seconds: secondsOf(narrations, statedNarration.seconds) }) } }
      : {}),
    ...defined({ startHref: startOf(input) }),
    readingProgression: publication.document.progression,
    chars: documents.reduce((sum, document) => sum + document.chars, 0),
    positions,
  };
};

/** Returns the stated duration; without one, that of the clips of all documents. */
const secondsOf = (narrations: ManifestInput['narrations'], stated: number | undefined): number | undefined =>
  stated ?? (Math.round(narrations.reduce((sum, narration) => sum + (narration?.seconds ?? 0), 0)) || undefined);

const spreadOf = ({ spine: { properties } }: SpineDocument): PublicationDocument['spread'] =>
  (['left', 'right', 'center'] as const).find(
    (side) => properties.includes(`page-spread-${side}`) || (side === 'center' && properties.includes('spread-none')),
  );
