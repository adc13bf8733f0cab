/**
 * Converts an EPUB file into the content of a version: cleaned documents, resources, manifest, blocks and search passages. Runs in the
 * conversion process.
 */
import path from 'node:path';
import { type Archive, openArchive } from '../archive/archive.ts';
import { type ConvertedDocument, type DocumentCounts, emptyCounts, type RenderedSegment, type Resolve } from '../content/content-model.ts';
import type { Findings } from '../findings.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { buildNarrations, type DocumentNarration } from '../narration/build-narration.ts';
import { resolveReference, servedHref } from '../package/paths.ts';
import { type Publication, readPublication } from '../package/read-publication.ts';
import { makeCoverThumbnail } from '../resources/cover-thumbnail.ts';
import { mediaSeconds } from '../resources/media-seconds.ts';
import { buildManifest } from './build-manifest.ts';
import { buildNavigation, chapterTitles } from './build-navigation.ts';
import {
  type ConversionInput,
  type ConversionListener,
  type ConversionResult,
  type ConvertedResource,
  ROW_FILES,
  TEXT_FILE,
  type WrittenRows,
} from './conversion-model.ts';
import { convertImages } from './convert-images.ts';
import { convertOrReplace } from './convert-or-replace.ts';
import { type DocumentFacts, documentFactsOf, targetIn } from './document-index.ts';
import { createBookIndex } from './index-book.ts';
import { ObjectPack, type PackedContent } from './object-pack.ts';
import { readSpine, type SpineDocument } from './read-spine.ts';
import { createResourceCollector, type Resource, type ResourceCollector } from './resource-collector.ts';
import { openRowFile, type RowFile } from './row-file.ts';
import { addScriptFiles } from './script-files.ts';
import { openTextFile, type TextFile } from './text-file.ts';

/** A file that the version serves, and the documents that use it. */
interface ServedContent extends Pick<Resource, 'href' | 'mediaType'>, Partial<Pick<Resource, 'width' | 'height'>> {
  readonly content: PackedContent;
  readonly usedBy: readonly number[];
}

/** Maximum total size of the source files whose converted documents stay in memory; other documents are converted a second time. */
const IN_MEMORY_SOURCE_BYTES = 13 * 1_048_576;
const GUIDED_NAVIGATION = 'application/guided-navigation+json';
const PACK_BYTES_MAX = 2 * 1024 ** 3;

/**
 * Converts a publication. Throws `ImportRefusal` for a file that is unsafe or unreadable. Yields between documents so that messages are
 * sent.
 */
export const convertPublication = async (
  input: ConversionInput,
  findings: Findings,
  listener: ConversionListener,
): Promise<ConversionResult> => {
  listener.progress('checking', 0.01, '正在检查文件');
  const archive = openArchive(input.sourcePath, findings);
  try {
    const publication = readPublication(archive, findings);
    listener.progress('unpacking', 0.04, `正在读取目录与 ${publication.document.spine.length} 篇内容`);
    const source = await convertImages(archive, publication, findings);
    return await new Conversion(input, source, publication, findings, listener).run();
  } finally {
    archive.close();
  }
};

class Conversion {
  private readonly input: ConversionInput;
  readonly archive: Archive;
  readonly publication: Publication;
  readonly findings: Findings;
  private readonly listener: ConversionListener;
  private readonly pack: ObjectPack;
  private readonly resources: ResourceCollector;
  private readonly documentPaths = new Map<string, SpineDocument>();
  private readonly spine: readonly SpineDocument[];
  private readonly languages: readonly string[];
  private readonly converted = new Map<SpineDocument, ConvertedDocument>();
  private readonly counts: DocumentCounts = emptyCounts();
  /** Paths of the documents that could not be converted. */
  private readonly failed = new Set<string>();
  /** Number of documents whose rows are written. */
  private written = 0;

  constructor(input: ConversionInput, archive: Archive, publication: Publication, findings: Findings, listener: ConversionListener) {
    this.input = input;
    this.archive = archive;
    this.publication = publication;
    this.findings = findings;
    this.listener = listener;
    this.pack = new ObjectPack(input.folder, PACK_BYTES_MAX);
    this.resources = createResourceCollector(archive, publication, this.pack, findings, (from) => this.resolveFrom(from));
    this.languages = this.statedOrGuessedLanguages();
    this.spine = readSpine(archive, publication, this.resources.hrefs, findings);
    for (const document of this.spine) if (!this.documentPaths.has(document.path)) this.documentPaths.set(document.path, document);
  }

  async run(): Promise<ConversionResult> {
    const cover = this.addCover();
    const thumbnail = cover?.bytes && makeCoverThumbnail(cover.bytes);
    const index = createBookIndex(this.input);
    const documents = await this.convertAll(index);
    this.refuseWithoutContent(documents);
    const byPath = new Map<string, DocumentFacts>();
    for (const [at, { path: from }] of this.spine.entries()) {
      const facts = documents[at];
      if (facts && !byPath.has(from)) byPath.set(from, facts);
    }
    const navigation = buildNavigation(this.publication, documents, byPath, this.findings);
    const titles = chapterTitles(navigation.toc);
    const texts = openTextFile(path.join(this.input.folder, TEXT_FILE));
    const narrations = buildNarrations({
      archive: this.archive,
      publication: this.publication,
      resources: this.resources,
      findings: this.findings,
      spine: this.spine,
      documents,
    });
    const { segments, resources } = await this.renderAll(documents, index, texts, narrations);
    const guides = this.addGuides(narrations);
    const scripts = addScriptFiles(this, this.spine, this.pack);
    const lengths = await this.measureMedia(documents);
    const secondsOf = (kind: 'audio' | 'video'): number => Math.round(lengths.reduce((sum, length) => sum + length[kind], 0));
    const title = this.title();
    const drawn = thumbnail && (await thumbnail);
    if (cover && !drawn)
      this.findings.add({
        severity: 'dropped',
        code: 'cover.undrawable',
        message: '封面图片无法生成缩略图，将使用自动封面',
        path: cover.path,
      });
    const drawnCover = drawn && { content: this.pack.addObject(drawn.bytes, 'image/webp'), ...drawn };
    this.pack.close();
    const manifest = buildManifest({
      publication: this.publication,
      title,
      languages: this.languages,
      spine: this.spine,
      documents,
      segments,
      mediaSeconds: lengths.map(({ audio, video }) => Math.round(audio + video)),
      narrations: guides,
      titles,
      navigation,
      cover: cover?.resource,
    });
    const served = this.listResources([...resources, ...scripts, ...guides.filter((guide) => guide !== undefined)], cover?.resource);
    const result: ConversionResult = {
      manifest,
      counts: { ...this.counts, audioSeconds: secondsOf('audio'), videoSeconds: secondsOf('video') },
      findings: this.findings.list(),
      resources: served.map((resource) => this.rowOf(resource)),
      objects: this.pack.objectsOf([...served, ...(drawnCover ? [drawnCover] : [])].map(({ content }) => content)),
      ...(drawnCover ? { cover: { sha256: drawnCover.content.sha256, width: drawnCover.width, height: drawnCover.height } } : {}),
      nextBlockNumber: index.nextBlockNumber(),
      statistics: {
        documents: documents.length,
        blocks: index.blockCount(),
        chars: manifest.metadata.chars,
        resources: served.length,
      },
    };
    this.listener.converted(result);
    await this.makePassages(documents, titles, index, texts);
    return result;
  }

  private resolveFrom(from: string): Resolve {
    return (reference) => {
      const target = resolveReference(from, reference);
      if (target.kind === 'external') return target;
      if (target.kind === 'forbidden') return { kind: 'missing', reason: `不允许的地址（${target.scheme}:）` };
      const found = this.publication.index.find(target.path);
      if (!found) return { kind: 'missing', reason: '文件不存在' };
      if (!found.exact)
        this.findings.add({
          severity: 'repaired',
          code: 'link.looseName',
          message: '引用的文件名大小写或编码不一致，已自动匹配',
          path: found.path,
        });
      const document = this.documentPaths.get(found.path);
      if (document && !/\.(?:png|jpe?g|gif|webp|svg)$/i.test(found.path)) return { kind: 'document', href: document.href };
      const resource = this.resources.add(found.path);
      if (resource) return { kind: 'resource', ...resource };
      return document ? { kind: 'document', href: document.href } : { kind: 'missing', reason: '文件不存在或不能显示' };
    };
  }

  private convert(document: SpineDocument): ConvertedDocument {
    const { href, mediaType, path: documentPath } = document;
    const [language] = this.languages;
    const isVertical = this.publication.document.progression === 'rtl' && /^(?:zh|ja)\b/i.test(language ?? '');
    const source = { bytes: document.read(), href, mediaType, language, isVertical, resolve: this.resolveFrom(documentPath) };
    return convertOrReplace(source, (error) => {
      this.failed.add(documentPath);
      // A book of which nothing can be converted is not imported: the error is ours, or the file is no book.
      if (this.failed.size === this.documentPaths.size) throw error;
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      this.listener.documentFailed({ path: documentPath, message, stack });
    });
  }

  private async convertAll(index: ReturnType<typeof createBookIndex>): Promise<DocumentFacts[]> {
    const facts: DocumentFacts[] = [];
    let convertedBytes = 0;
    for (const [at, document] of this.spine.entries()) {
      await this.yieldAndReport(0.05, 0.35, at, '正在转换');
      const converted = this.convert(document);
      this.findings.addAll(converted.findings);
      for (const name of Object.keys(this.counts) as (keyof DocumentCounts)[]) this.counts[name] += converted.counts[name];
      index.addDocument(converted.blocks);
      facts.push(documentFactsOf(converted));
      convertedBytes += document.bytes;
      if (convertedBytes <= IN_MEMORY_SOURCE_BYTES) this.converted.set(document, converted);
    }
    this.listener.progress('converting', 0.35, '正在对齐段落编号');
    for (const [at, ids] of index.assignIds().entries()) {
      const document = facts[at];
      if (document) document.ids = ids;
    }
    return facts;
  }

  private async renderAll(
    documents: readonly DocumentFacts[],
    index: ReturnType<typeof createBookIndex>,
    texts: TextFile,
    narrations: readonly (DocumentNarration | undefined)[],
  ): Promise<{ segments: RenderedSegment[][]; resources: ServedContent[] }> {
    const byHref = new Map(documents.map((document) => [document.href, document]));
    const linkTo = (href: string, fragment: string | undefined): { href: string; fragment: string | undefined } => {
      const target = byHref.get(href);
      return target ? targetIn(target, fragment) : { href, fragment };
    };
    const blocks = this.openRows('blocks');
    const segments: RenderedSegment[][] = [];
    const resources: ServedContent[] = [];
    for (const [at, document] of this.spine.entries()) {
      this.written = at;
      await this.yieldAndReport(0.35, 0.5, at, '正在生成正文');
      const facts = documents[at];
      if (!facts) throw new Error(`document ${at} was not converted`);
      const converted = this.converted.get(document) ?? this.convert(document);
      this.converted.delete(document);
      const rendered = converted.render(facts.ids, linkTo);
      segments.push(rendered.map((segment) => ({ ...segment, xhtml: '' })));
      for (const segment of rendered) {
        const mediaType = 'application/xhtml+xml';
        resources.push({ href: segment.href, mediaType, content: this.pack.addText(segment.xhtml, mediaType), usedBy: [at] });
      }
      blocks.add(index.blockRows(at, facts, converted.blocks));
      texts.add(at, converted.blocks);
    }
    blocks.close();
    texts.close();
    return { segments, resources: [...resources, ...this.usedResources(segments, narrations)] };
  }

  private openRows(of: WrittenRows['of']): RowFile {
    return openRowFile(path.join(this.input.folder, ROW_FILES[of]), (start, end) =>
      this.listener.rows({ of, start, end, share: this.written / this.spine.length }),
    );
  }

  /** Makes the passages of the saved texts, document by document. */
  private async makePassages(
    documents: readonly DocumentFacts[],
    titles: ReadonlyMap<string, string>,
    index: ReturnType<typeof createBookIndex>,
    texts: TextFile,
  ): Promise<void> {
    const passages = this.openRows('passages');
    for (const { documentIndex, blocks } of texts.documents()) {
      const facts = documents[documentIndex];
      if (!facts) throw new Error(`document ${documentIndex} was not converted`);
      passages.add(index.passageRows(documentIndex, facts, blocks, titles.get(facts.href) ?? facts.title ?? ''));
      this.written = documentIndex + 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    passages.close();
  }

  /** Returns the resources, each with the documents that need it, directly or through style sheets. */
  private usedResources(
    segments: readonly (readonly RenderedSegment[])[],
    narrations: readonly (DocumentNarration | undefined)[],
  ): ServedContent[] {
    const resources = this.resources.byHref();
    const users = new Map<string, Set<number>>();
    const use = (href: string, document: number): void => {
      const resource = resources.get(href);
      const existing = users.get(href) ?? new Set();
      if (!resource || existing.has(document)) return;
      users.set(href, existing.add(document));
      for (const next of resource.uses) use(next, document);
    };
    for (const [at, parts] of segments.entries()) for (const part of parts) for (const href of part.uses) use(href, at);
    for (const [at, narration] of narrations.entries()) for (const href of narration?.uses ?? []) use(href, at);
    return [...users].flatMap(([href, documents]) => {
      const resource = resources.get(href);
      return resource ? [{ ...resource, usedBy: [...documents] }] : [];
    });
  }

  /** Adds the guided navigation documents; must be called before the pack is closed. */
  private addGuides(narrations: readonly (DocumentNarration | undefined)[]): ((ServedContent & { seconds: number }) | undefined)[] {
    return narrations.map((narration, at) => {
      if (!narration) return undefined;
      const href = servedHref(`${this.spine[at]?.href}.narration.json`, this.resources.hrefs);
      const content = this.pack.addText(JSON.stringify({ guided: narration.guided }), GUIDED_NAVIGATION);
      return { href, mediaType: GUIDED_NAVIGATION, content, usedBy: [at], seconds: narration.seconds };
    });
  }

  /** Returns the duration of the audio and video of each document; a file used several times is measured once. */
  private async measureMedia(documents: readonly DocumentFacts[]): Promise<{ audio: number; video: number }[]> {
    const resources = this.resources.byHref();
    const seconds = new Map<string, number>();
    this.pack.flush();
    for (const { href } of documents.flatMap(({ players }) => players)) {
      const resource = resources.get(href);
      if (resource === undefined || seconds.has(href)) continue;
      seconds.set(
        href,
        (await mediaSeconds(path.join(this.input.folder, resource.content.file), { ...resource.content, mediaType: resource.mediaType })) ??
          0,
      );
    }
    return documents.map(({ players }) => {
      const length = { audio: 0, video: 0 };
      for (const { kind, href } of players) length[kind] += seconds.get(href) ?? 0;
      return length;
    });
  }

  private listResources(used: readonly ServedContent[], cover: Resource | undefined): ServedContent[] {
    if (!cover || used.some((resource) => resource.href === cover.href)) return [...used];
    return [...used, { ...cover, usedBy: [] }];
  }

  /** Returns the row of a resource; must be called after the files of contents are closed. */
  private rowOf({ href, mediaType, content, usedBy, width, height }: ServedContent): ConvertedResource {
    return {
      href,
      ...this.pack.storedAs(content),
      mediaType,
      bytes: content.contentBytes,
      ...(content.encoding === undefined ? {} : { encoding: content.encoding }),
      ...(width === undefined || height === undefined ? {} : { width, height }),
      usedBy,
    };
  }

  /** Adds the cover as a served resource. Returns its path and the bytes from which its thumbnail is drawn. */
  private addCover(): { path: string; resource: Resource; bytes: Buffer | undefined } | undefined {
    const coverPath = this.publication.coverItem?.path;
    const resource = coverPath === undefined ? undefined : this.resources.add(coverPath);
    if (!resource || coverPath === undefined || !resource.mediaType.startsWith('image/')) return undefined;
    const bytes = resource.mediaType === 'image/svg+xml' ? resource.drawable : this.archive.read(coverPath);
    return { path: coverPath, resource, bytes };
  }

  private refuseWithoutContent(documents: readonly DocumentFacts[]): void {
    const { images, audio, video, formulas } = this.counts;
    if (documents.every((document) => document.chars === 0) && images + audio + video + formulas === 0) {
      throw new ImportRefusal('package.noContent', '书里没有任何文字、图片或音视频');
    }
  }

  private title(): string {
    const stated = this.publication.document.metadata.title;
    if (stated !== '') return stated;
    const title = this.input.fileName.replace(/^.*[\\/]/, '').replace(/\.epub$/i, '') || '未命名图书';
    this.findings.add({ severity: 'repaired', code: 'metadata.noTitle', message: '书里没有书名，已用文件名代替' });
    return title;
  }

  private statedOrGuessedLanguages(): readonly string[] {
    const { languages, title } = this.publication.document.metadata;
    if (languages.length > 0) return languages;
    this.findings.add({ severity: 'repaired', code: 'metadata.noLanguage', message: '书里没有注明语言，已按书名判断' });
    return [/\p{Script=Han}/u.test(title || this.input.fileName) ? 'zh' : 'und'];
  }

  /** Reports progress and yields to the event loop, so that messages are sent and the process notices when its parent has ended. */
  private async yieldAndReport(from: number, to: number, at: number, verb: string): Promise<void> {
    const total = this.spine.length;
    const step = Math.max(1, Math.floor(total / 50));
    if (at % step !== 0) return;
    this.listener.progress('converting', from + ((to - from) * at) / total, `${verb}第 ${at + 1}/${total} 篇`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
