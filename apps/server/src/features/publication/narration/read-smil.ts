/** Reads a media overlay document (SMIL): which part of the text each clip of audio narrates. Untrusted input; nothing of it is served. */
import type { Findings } from '../findings.ts';
import { PUBLICATION_LIMITS } from '../limits.ts';
import { resolveReference } from '../package/paths.ts';
import { attribute, childElements, firstChild, parseXml, type XmlElement } from '../package/xml.ts';
import { secondsOfClock } from './smil-clock.ts';

/** A clip of an audio file in seconds; without `end` it lasts until the end of the file. */
interface Clip {
  readonly path: string;
  readonly begin: number;
  readonly end: number | undefined;
}

/** One `par`: an element of a document, and the clip that narrates it; without one a voice reads its text. */
export interface Phrase {
  /** Path of the document in the archive, as written. */
  readonly textPath: string;
  /** Id of the element; undefined for the whole document. */
  readonly fragment: string | undefined;
  readonly clip: Clip | undefined;
  /** EPUB structural types of the phrase and of the sequences around it. */
  readonly roles: readonly string[];
}

const typesOf = (element: XmlElement): string[] => attribute(element, 'epub:type')?.split(/\s+/).filter(Boolean) ?? [];

/** Returns the phrases of a media overlay document in their order. Throws `ImportRefusal` for XML that is unsafe. */
export const readSmil = (bytes: Uint8Array, path: string, findings: Findings): Phrase[] => {
  const drop = (code: string, message: string, line?: number): undefined => {
    findings.add({ severity: 'dropped', code, message, path, line });
    return undefined;
  };
  if (bytes.length > PUBLICATION_LIMITS.overlayBytes) {
    drop('narration.tooLarge', '朗读的同步文件过大，未导入');
    return [];
  }
  const root = parseXml(bytes, path, findings);
  const body = root?.name === 'smil' ? firstChild(root, 'body') : undefined;
  if (!body) {
    drop('narration.broken', '朗读的同步文件不是有效的 SMIL，未导入');
    return [];
  }

  /** Returns the path of a reference inside the book. */
  const resolve = (element: XmlElement | undefined): { path: string; fragment: string | undefined } | undefined => {
    const source = element && attribute(element, 'src');
    if (source === undefined) return undefined;
    const target = resolveReference(path, source);
    return target.kind === 'inside' ? target : drop('narration.outside', '朗读的同步文件引用了书外的文件，未导入', element?.line);
  };

  const clockOf = (element: XmlElement, name: 'clipbegin' | 'clipend'): number | undefined => {
    const written = Object.entries(element.attributes).find(([key]) => key.toLowerCase() === name)?.[1];
    if (written === undefined || written.trim() === '') return undefined;
    return secondsOfClock(written) ?? drop('narration.clock', '朗读的时间写法不正确，已忽略', element.line);
  };

  const clipOf = (audio: XmlElement | undefined): Clip | undefined => {
    const target = resolve(audio);
    if (!audio || !target) return undefined;
    const begin = clockOf(audio, 'clipbegin') ?? 0;
    const end = clockOf(audio, 'clipend');
    if (end !== undefined && end <= begin) return drop('narration.emptyClip', '朗读的片段没有长度，改由合成声音读', audio.line);
    return { path: target.path, begin, end };
  };

  const phrases: Phrase[] = [];
  const visit = (parent: XmlElement, around: readonly string[], depth: number): void => {
    if (depth > PUBLICATION_LIMITS.overlayDepth) {
      drop('narration.tooDeep', '朗读的同步文件嵌套过深，更深的部分未导入', parent.line);
      return;
    }
    for (const child of childElements(parent)) {
      const roles = [...new Set([...around, ...typesOf(child)])];
      if (child.name === 'seq') visit(child, roles, depth + 1);
      if (child.name !== 'par') continue;
      const text = resolve(firstChild(child, 'text'));
      if (!text) continue;
      phrases.push({ textPath: text.path, fragment: text.fragment, clip: clipOf(firstChild(child, 'audio')), roles });
    }
  };
  visit(body, typesOf(body), 0);
  return phrases;
};
