/** Pictures, sound and film: internal files only, sizes stated so that nothing jumps, words in the place of what is not shown. */
import { append, type ContentNode, type ElementNode, element } from './content-tree.ts';
import { isDataImage, relativeAddress } from './references.ts';
import { copyAttributes } from './sanitise-attributes.ts';
import { placeholder, type SanitiseContext, type Target, targetOf } from './sanitise-context.ts';

interface Picture {
  readonly address: string;
  readonly uses: string | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

const withFragment = (address: string, fragment: string | undefined): string =>
  fragment === undefined ? address : `${address}#${encodeURIComponent(fragment).replace(/%3D/g, '=').replace(/%2C/g, ',')}`;

/** The picture a reference leads to, or the Chinese words to show instead. */
export const findPicture = (raw: string, line: number, context: SanitiseContext): Picture | string => {
  if (isDataImage(raw.trim())) return { address: raw.trim(), uses: undefined, width: undefined, height: undefined };
  const target = targetOf(raw, context);
  if (target.kind === 'resource') {
    return {
      address: withFragment(relativeAddress(context.href, target.href), target.fragment),
      uses: target.href,
      width: target.width,
      height: target.height,
    };
  }
  return pictureRefusal(target, line, context);
};

const pictureRefusal = (target: Target, line: number, context: SanitiseContext): string => {
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

/** Gives both sizes when the file's own are known: as written where one is, else the file's. */
const stateSize = (made: ElementNode, picture: Picture): void => {
  if (!picture.width || !picture.height) return;
  const width = positiveInteger(made.attributes.get('width'));
  const height = positiveInteger(made.attributes.get('height'));
  const percent = /%/.test(`${made.attributes.get('width') ?? ''}${made.attributes.get('height') ?? ''}`);
  if (percent) {
    const style = made.attributes.get('style');
    made.attributes.set('style', `${style ? `${style};` : ''}aspect-ratio:${picture.width}/${picture.height}`);
    return;
  }
  if (width !== undefined && height !== undefined) return;
  const ratio = picture.width / picture.height;
  made.attributes.set('width', String(width ?? (height !== undefined ? Math.round(height * ratio) : picture.width)));
  made.attributes.set('height', String(height ?? (width !== undefined ? Math.round(width / ratio) : picture.height)));
};

const cleanSrcset = (value: string, made: ElementNode, context: SanitiseContext): string | undefined => {
  const kept: string[] = [];
  for (const candidate of value.split(/,\s+|,(?=[^\s,]+(?:\s|$))/).slice(0, 32)) {
    const [reference, descriptor] = candidate.trim().split(/\s+/, 2);
    if (!reference || (descriptor !== undefined && !/^[\d.]+[wxh]$/.test(descriptor))) continue;
    const picture = findPicture(reference, made.line, context);
    if (typeof picture === 'string') continue;
    if (picture.uses !== undefined) made.uses = [...(made.uses ?? []), picture.uses];
    kept.push(descriptor === undefined ? picture.address : `${picture.address} ${descriptor}`);
  }
  return kept.length > 0 ? kept.join(', ') : undefined;
};

export const cleanImage = (source: ElementNode, context: SanitiseContext, reference = source.attributes.get('src')): ElementNode => {
  const made = element('html', 'img');
  made.line = source.line;
  const alt = source.attributes.get('alt') ?? source.attributes.get('title') ?? source.attributes.get('aria-label');
  const picture =
    reference === undefined || reference.trim() === '' ? missing(source, context) : findPicture(reference, source.line, context);
  if (typeof picture === 'string') {
    const words = placeholder(picture, alt?.trim());
    copyIdentity(source, words, context);
    return words;
  }
  made.attributes.set('src', picture.address);
  copyAttributes(source, made, context);
  if (picture.uses !== undefined) made.uses = [...(made.uses ?? []), picture.uses];
  const srcset = source.attributes.get('srcset');
  const cleaned = srcset === undefined ? undefined : cleanSrcset(srcset, made, context);
  if (cleaned !== undefined) made.attributes.set('srcset', cleaned);
  const map = source.attributes.get('usemap')?.trim();
  if (map?.startsWith('#')) made.attributes.set('usemap', map);
  if (!source.attributes.has('alt')) {
    context.findings.add('image.noAlt', source.line);
    if (alt !== undefined) made.attributes.set('alt', alt);
  }
  stateSize(made, picture);
  made.attributes.delete('loading');
  if (context.imagesSeen > 0) made.attributes.set('loading', 'lazy');
  made.attributes.set('decoding', 'async');
  context.imagesSeen++;
  context.counts.images++;
  return made;
};

const missing = (source: ElementNode, context: SanitiseContext): string => {
  context.findings.add('image.missing', source.line);
  return '图片缺失';
};

/** The id of something replaced goes to what stands for it, so that links still lead there. */
const copyIdentity = (source: ElementNode, made: ElementNode, context: SanitiseContext): void => {
  const kept = element(
    'html',
    'span',
    [...source.attributes].filter(([name]) => ['id', 'class', 'lang', 'xml:lang'].includes(name)),
  );
  kept.line = source.line;
  copyAttributes(kept, made, context);
};

/** The publication's address of the file; undefined where there is none to play. */
const setFile = (source: ElementNode, made: ElementNode, context: SanitiseContext): string | undefined => {
  const reference = source.attributes.get('src');
  if (reference === undefined) return undefined;
  const target = targetOf(reference, context);
  if (target.kind !== 'resource') {
    context.findings.add(target.kind === 'external' ? 'external.media' : 'media.missing', source.line);
    return undefined;
  }
  made.attributes.set('src', withFragment(relativeAddress(context.href, target.href), target.fragment));
  made.uses = [...(made.uses ?? []), target.href];
  return target.href;
};

/** `source` elements of a picture. */
export const cleanPictureSource = (source: ElementNode, context: SanitiseContext): ElementNode | undefined => {
  const made = element('html', 'source');
  made.line = source.line;
  copyAttributes(source, made, context);
  const srcset = cleanSrcset(source.attributes.get('srcset') ?? source.attributes.get('src') ?? '', made, context);
  if (srcset === undefined) return undefined;
  made.attributes.set('srcset', srcset);
  return made;
};

/** `audio` or `video` with its sources and tracks; its fallback content with a placeholder when no file of it can be played. */
export const cleanPlayer = (
  source: ElementNode,
  name: 'audio' | 'video',
  context: SanitiseContext,
  cleanChildren: (from: ElementNode) => ContentNode[],
): ContentNode[] => {
  const made = element('html', name);
  made.line = source.line;
  let file = setFile(source, made, context);
  copyAttributes(source, made, context);
  const poster = source.attributes.get('poster');
  const picture = poster === undefined || name === 'audio' ? undefined : findPicture(poster, source.line, context);
  if (typeof picture === 'object') {
    made.attributes.set('poster', picture.address);
    if (picture.uses !== undefined) made.uses = [...(made.uses ?? []), picture.uses];
  }
  const fallback = element('html', 'div');
  for (const child of source.children) {
    if (child.kind === 'element' && (child.name === 'source' || child.name === 'track')) {
      const part = element('html', child.name);
      part.line = child.line;
      const href = setFile(child, part, context);
      if (href === undefined) continue;
      copyAttributes(child, part, context);
      append(made, part);
      if (child.name === 'source') file ??= href;
    } else fallback.children.push(child);
  }
  if (file !== undefined) {
    made.attributes.set('controls', 'controls');
    made.attributes.set('preload', 'metadata');
    context.counts[name]++;
    context.players.push({ kind: name, href: file });
    return [made];
  }
  const words = placeholder(name === 'audio' ? '音频未载入' : '视频未载入', source.attributes.get('title')?.trim());
  const id = made.attributes.get('id');
  if (id !== undefined) words.attributes.set('id', id);
  return [words, ...cleanChildren(fallback)];
};
