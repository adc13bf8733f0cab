/** Cleans images, audio and video: only files of the book, sizes set to avoid layout shifts, text in place of what is not shown. */
import { append, type ContentNode, type ElementNode, element } from './content-tree.ts';
import { isDataImage, readDataSvg, relativeUrl } from './references.ts';
import { copyAttributes } from './sanitize-attributes.ts';
import { placeholder, type SanitizeContext, type Target, targetOf } from './sanitize-context.ts';

interface BookImage {
  readonly address: string;
  readonly uses: string | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

const withFragment = (address: string, fragment: string | undefined): string =>
  fragment === undefined ? address : `${address}#${encodeURIComponent(fragment).replace(/%3D/g, '=').replace(/%2C/g, ',')}`;

/** Returns the image of a reference, or the Chinese text to show instead. */
export const findImage = (raw: string, line: number, context: SanitizeContext): BookImage | string => {
  if (isDataImage(raw.trim())) return { address: raw.trim(), uses: undefined, width: undefined, height: undefined };
  const drawing = readDataSvg(raw.trim());
  const cleaned = drawing && context.cleanDrawing?.(drawing);
  if (cleaned !== undefined) {
    const address = `data:image/svg+xml;base64,${Buffer.from(cleaned).toString('base64')}`;
    return { address, uses: undefined, width: undefined, height: undefined };
  }
  const target = targetOf(raw, context);
  if (target.kind === 'resource') {
    return {
      address: withFragment(relativeUrl(context.href, target.href), target.fragment),
      uses: target.href,
      width: target.width,
      height: target.height,
    };
  }
  return imageRefusal(target, line, context);
};

const imageRefusal = (target: Target, line: number, context: SanitizeContext): string => {
  if (target.scheme === 'data:') {
    context.findings.add('image.unsafeData', line);
    return '图片格式不允许，未显示';
  }
  if (target.kind === 'external') {
    context.findings.add('external.image', line);
    return '外部图片未载入';
  }
  context.findings.add('image.missing', line);
  return '图片缺失';
};

const positiveInteger = (value: string | undefined): number | undefined => {
  const number = value === undefined ? Number.NaN : Number(value.trim().replace(/px$/, ''));
  return Number.isFinite(number) && number > 0 ? Math.round(number) : undefined;
};

/**
 * Sets width and height if the size of the image file is known. A stated value stays; a missing one is computed from the size of the file.
 */
const setSize = (result: ElementNode, image: BookImage): void => {
  if (!image.width || !image.height) return;
  const width = positiveInteger(result.attributes.get('width'));
  const height = positiveInteger(result.attributes.get('height'));
  const percent = /%/.test(`${result.attributes.get('width') ?? ''}${result.attributes.get('height') ?? ''}`);
  if (percent) {
    const style = result.attributes.get('style');
    result.attributes.set('style', `${style ? `${style};` : ''}aspect-ratio:${image.width}/${image.height}`);
    return;
  }
  if (width !== undefined && height !== undefined) return;
  const ratio = image.width / image.height;
  result.attributes.set('width', String(width ?? (height !== undefined ? Math.round(height * ratio) : image.width)));
  result.attributes.set('height', String(height ?? (width !== undefined ? Math.round(width / ratio) : image.height)));
};

const cleanSrcset = (value: string, result: ElementNode, context: SanitizeContext): string | undefined => {
  const candidates: string[] = [];
  for (const candidate of value.split(/,\s+|,(?=[^\s,]+(?:\s|$))/).slice(0, 32)) {
    const [reference, descriptor] = candidate.trim().split(/\s+/, 2);
    if (!reference || (descriptor !== undefined && !/^[\d.]+[wxh]$/.test(descriptor))) continue;
    const image = findImage(reference, result.line, context);
    if (typeof image === 'string') continue;
    if (image.uses !== undefined) result.uses = [...(result.uses ?? []), image.uses];
    candidates.push(descriptor === undefined ? image.address : `${image.address} ${descriptor}`);
  }
  return candidates.length > 0 ? candidates.join(', ') : undefined;
};

export const cleanImage = (source: ElementNode, context: SanitizeContext, reference = source.attributes.get('src')): ElementNode => {
  const result = element('html', 'img');
  result.line = source.line;
  const alt = source.attributes.get('alt') ?? source.attributes.get('title') ?? source.attributes.get('aria-label');
  const image = reference === undefined || reference.trim() === '' ? missing(source, context) : findImage(reference, source.line, context);
  if (typeof image === 'string') {
    const altText = placeholder(image, alt?.trim());
    copyIdentity(source, altText, context);
    return altText;
  }
  result.attributes.set('src', image.address);
  copyAttributes(source, result, context);
  if (image.uses !== undefined) result.uses = [...(result.uses ?? []), image.uses];
  const srcset = source.attributes.get('srcset');
  const cleaned = srcset === undefined ? undefined : cleanSrcset(srcset, result, context);
  if (cleaned !== undefined) result.attributes.set('srcset', cleaned);
  const map = source.attributes.get('usemap')?.trim();
  if (map?.startsWith('#')) result.attributes.set('usemap', map);
  if (!source.attributes.has('alt')) {
    context.findings.add('image.noAlt', source.line);
    if (alt !== undefined) result.attributes.set('alt', alt);
  }
  setSize(result, image);
  result.attributes.delete('loading');
  if (context.imageHrefs > 0) result.attributes.set('loading', 'lazy');
  result.attributes.set('decoding', 'async');
  context.imageHrefs++;
  context.counts.images++;
  return result;
};

const missing = (source: ElementNode, context: SanitizeContext): string => {
  context.findings.add('image.missing', source.line);
  return '图片缺失';
};

/** Copies the id of a replaced element to its replacement, so that links still work. */
const copyIdentity = (source: ElementNode, result: ElementNode, context: SanitizeContext): void => {
  const attributes = element(
    'html',
    'span',
    [...source.attributes].filter(([name]) => ['id', 'class', 'lang', 'xml:lang'].includes(name)),
  );
  attributes.line = source.line;
  copyAttributes(attributes, result, context);
};

/** Returns the publication address of a media file; undefined if the file cannot be played. */
const setFile = (source: ElementNode, result: ElementNode, context: SanitizeContext): string | undefined => {
  const reference = source.attributes.get('src');
  if (reference === undefined) return undefined;
  const target = targetOf(reference, context);
  if (target.kind !== 'resource') {
    context.findings.add(target.kind === 'external' ? 'external.media' : 'media.missing', source.line);
    return undefined;
  }
  result.attributes.set('src', withFragment(relativeUrl(context.href, target.href), target.fragment));
  result.uses = [...(result.uses ?? []), target.href];
  return target.href;
};

/** Cleans a `source` element of a `picture`. */
export const cleanPictureSource = (source: ElementNode, context: SanitizeContext): ElementNode | undefined => {
  const result = element('html', 'source');
  result.line = source.line;
  copyAttributes(source, result, context);
  const srcset = cleanSrcset(source.attributes.get('srcset') ?? source.attributes.get('src') ?? '', result, context);
  if (srcset === undefined) return undefined;
  result.attributes.set('srcset', srcset);
  return result;
};

/** Cleans `audio` or `video` with its sources and tracks; shows its fallback content with a placeholder when no file can be played. */
export const cleanPlayer = (
  source: ElementNode,
  name: 'audio' | 'video',
  context: SanitizeContext,
  cleanChildren: (from: ElementNode) => ContentNode[],
): ContentNode[] => {
  const result = element('html', name);
  result.line = source.line;
  let file = setFile(source, result, context);
  copyAttributes(source, result, context);
  const posterReference = source.attributes.get('poster');
  const poster = posterReference === undefined || name === 'audio' ? undefined : findImage(posterReference, source.line, context);
  if (typeof poster === 'object') {
    result.attributes.set('poster', poster.address);
    if (poster.uses !== undefined) result.uses = [...(result.uses ?? []), poster.uses];
  }
  const fallback = element('html', 'div');
  for (const child of source.children) {
    if (child.kind === 'element' && (child.name === 'source' || child.name === 'track')) {
      const part = element('html', child.name);
      part.line = child.line;
      const href = setFile(child, part, context);
      if (href === undefined) continue;
      copyAttributes(child, part, context);
      append(result, part);
      if (child.name === 'source') file ??= href;
    } else fallback.children.push(child);
  }
  if (file !== undefined) {
    result.attributes.set('controls', 'controls');
    result.attributes.set('preload', 'metadata');
    context.counts[name]++;
    context.players.push({ kind: name, href: file });
    return [result];
  }
  const fallbackText = placeholder(name === 'audio' ? '音频未载入' : '视频未载入', source.attributes.get('title')?.trim());
  const id = result.attributes.get('id');
  if (id !== undefined) fallbackText.attributes.set('id', id);
  return [fallbackText, ...cleanChildren(fallback)];
};
