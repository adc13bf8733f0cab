/** The allowlist sanitizer: converts the parsed tree to a tree with only allowed elements and nothing that executes. */
import { BLOCK_LEVEL, HTML_DROPPED, HTML_ELEMENTS } from './allowlist.ts';
import { cleanCss } from './clean-css.ts';
import { append, type ContentNode, type ElementNode, element, findChild, text, textOf } from './content-tree.ts';
import { isLinkScheme, joinBase, relativeUrl, schemeOf } from './references.ts';
import { copyAttributes } from './sanitize-attributes.ts';
import { placeholder, type SanitizeContext, targetOf } from './sanitize-context.ts';
import { cleanMath, cleanSvg, limitUses } from './sanitize-graphics.ts';
import { cleanImage, cleanPictureSource, cleanPlayer } from './sanitize-media.ts';

export interface SanitizedDocument {
  /** `lang`, `dir`, `class` and similar attributes of the root element. */
  readonly html: ElementNode;
  /** Style sheets and style elements of the head, in order. */
  readonly head: readonly ElementNode[];
  readonly body: ElementNode;
  readonly title: string | undefined;
}

/** Makes `result` a link, or leaves it plain text and counts the reason. */
const cleanLink = (source: ElementNode, result: ElementNode, reference: string | undefined, context: SanitizeContext): void => {
  if (reference === undefined) return;
  const target = targetOf(reference, context);
  if (target.kind === 'document') {
    result.link = { href: target.href, fragment: target.fragment };
    return;
  }
  if (target.kind === 'resource') {
    result.attributes.set('href', relativeUrl(context.href, target.href));
    result.uses = [...(result.uses ?? []), target.href];
    return;
  }
  if (target.kind === 'external' && isLinkScheme(schemeOf(target.url) ?? '')) {
    result.attributes.set('href', target.url);
    result.attributes.set('rel', 'noopener noreferrer');
    return;
  }
  context.findings.add(target.kind === 'missing' ? 'link.missing' : 'link.unsafe', source.line);
};

const cleanStyleElement = (source: ElementNode, namespace: 'html' | 'svg', context: SanitizeContext): ElementNode | undefined => {
  const type = source.attributes.get('type')?.trim().toLowerCase();
  if (type && type !== 'text/css') return undefined;
  const { css, uses, findings } = cleanCss(textOf(source), context.resolve, { href: context.href });
  context.findings.addAll(findings);
  if (css === '') return undefined;
  const result = element(namespace, 'style', [], [text(css)]);
  const media = source.attributes.get('media');
  if (media !== undefined) result.attributes.set('media', media);
  result.uses = [...uses];
  return result;
};

const cleanStyleLink = (reference: string, media: string | undefined, line: number, context: SanitizeContext): ElementNode | undefined => {
  const target = targetOf(reference, context);
  if (target.kind !== 'resource') {
    context.findings.add(target.kind === 'external' ? 'external.style' : 'style.missing', line);
    return undefined;
  }
  const result = element('html', 'link', [
    ['rel', 'stylesheet'],
    ['href', relativeUrl(context.href, target.href)],
  ]);
  if (media !== undefined) result.attributes.set('media', media);
  result.uses = [target.href];
  return result;
};

const isStyleLink = (source: ElementNode): boolean => {
  const rel = source.attributes.get('rel')?.toLowerCase().split(/\s+/) ?? [];
  const type = source.attributes.get('type')?.trim().toLowerCase();
  return rel.includes('stylesheet') && !rel.includes('alternate') && (type === undefined || type === '' || type === 'text/css');
};

/** Elements that are replaced by an inert element of the same appearance. */
const INERT: Readonly<Record<string, string>> = {
  form: 'div',
  button: 'span',
  label: 'span',
  textarea: 'span',
  output: 'span',
  select: 'span',
  optgroup: 'span',
  option: 'span',
  dialog: 'div',
  marquee: 'span',
  blink: 'span',
  noscript: 'div',
  canvas: 'div',
  dir: 'ul',
};
const FORM_CONTROLS = new Set(['form', 'button', 'label', 'textarea', 'output', 'select', 'input', 'fieldset']);

class Sanitizer {
  private readonly context: SanitizeContext;
  constructor(context: SanitizeContext) {
    this.context = context;
  }

  cleanInto = (parent: ElementNode, from: ElementNode): void => {
    const outer = this.context.base;
    const base = from.attributes.get('xml:base');
    if (base !== undefined) this.context.base = joinBase(outer, base);
    for (const child of from.children) {
      if (child.kind === 'text') append(parent, text(child.text));
      else for (const result of this.clean(child)) append(parent, result);
    }
    this.context.base = outer;
  };

  private childrenOf = (from: ElementNode): ContentNode[] => {
    const holder = element('html', 'div');
    this.cleanInto(holder, from);
    return holder.children;
  };

  private clean(source: ElementNode): ContentNode[] {
    if (source.name === 'style') {
      const result = cleanStyleElement(source, source.namespace === 'svg' ? 'svg' : 'html', this.context);
      return result ? [result] : [];
    }
    if (source.namespace === 'mathml') return cleanMath(source, this.context, this.cleanInto);
    if (source.namespace === 'svg') {
      return cleanSvg(source, this.context, this.cleanInto, (from, made, reference) => cleanLink(from, made, reference, this.context));
    }
    if (source.namespace === 'other') return this.generic(source, 'span');
    return this.cleanHtml(source);
  }

  private cleanHtml(source: ElementNode): ContentNode[] {
    const { name } = source;
    const { context } = this;
    if (name === 'script') {
      context.findings.add('script.dropped', source.line);
      return [];
    }
    if (name === 'epub:switch') return this.resolveSwitch(source);
    if (name === 'epub:trigger') {
      context.findings.add('handler.dropped', source.line);
      return [];
    }
    if (name === 'img' || name === 'image') return [cleanImage(source, context)];
    if (name === 'audio' || name === 'video') return cleanPlayer(source, name, context, this.childrenOf);
    if (name === 'source') return this.pictureSource(source);
    if (['iframe', 'object', 'embed', 'applet'].includes(name)) return this.embedded(source);
    if (name === 'input') return this.input(source);
    if (name === 'link') {
      const result = isStyleLink(source)
        ? cleanStyleLink(source.attributes.get('href') ?? '', source.attributes.get('media'), source.line, context)
        : undefined;
      return result ? [result] : [];
    }
    if (name === 'meta' && source.attributes.get('http-equiv')?.toLowerCase() === 'refresh')
      context.findings.add('refresh.dropped', source.line);
    if (HTML_DROPPED.has(name) || name === 'track') {
      if (!['meta', 'title', 'head', 'param'].includes(name)) context.findings.add('element.dropped', source.line);
      return [];
    }
    const inert = Object.hasOwn(INERT, name) ? INERT[name] : undefined;
    if (FORM_CONTROLS.has(name)) context.findings.add('form.inert', source.line);
    if (inert !== undefined) return this.generic(source, inert);
    if (!HTML_ELEMENTS.has(name)) {
      context.findings.add('element.unknown', source.line);
      return this.generic(source, 'span');
    }
    return this.generic(source, name === 'body' ? 'div' : name);
  }

  private generic(source: ElementNode, name: string): ContentNode[] {
    const result = element('html', name);
    result.line = source.line;
    copyAttributes(source, result, this.context);
    if (name === 'a' || name === 'area') this.anchor(source, result);
    if (name === 'map') {
      const mapName = source.attributes.get('name');
      if (mapName !== undefined) result.attributes.set('name', mapName);
    }
    this.cleanInto(result, source);
    if (name === 'table') this.context.counts.tables++;
    if (name === 'pre') this.context.counts.code++;
    return [result];
  }

  /** Old books declare link targets with `<a name>`: the name becomes an id. */
  private anchor(source: ElementNode, result: ElementNode): void {
    cleanLink(source, result, source.attributes.get('href') ?? source.attributes.get('xlink:href'), this.context);
    const name = source.attributes.get('name')?.trim();
    if (!name || /\s/.test(name) || this.context.ids.has(name)) return;
    this.context.ids.add(name);
    if (result.attributes.has('id')) result.children.push(element('html', 'span', [['id', name]]));
    else result.attributes.set('id', name);
  }

  private resolveSwitch(source: ElementNode): ContentNode[] {
    const cases = source.children.filter((child): child is ElementNode => child.kind === 'element');
    const chosen =
      cases.find((child) => child.name === 'epub:case' && /(?:MathML|svg|xhtml)$/.test(child.attributes.get('required-namespace') ?? '')) ??
      cases.find((child) => child.name === 'epub:default');
    return chosen ? this.childrenOf(chosen) : [];
  }

  private pictureSource(source: ElementNode): ContentNode[] {
    const result = cleanPictureSource(source, this.context);
    return result ? [result] : [];
  }

  private input(source: ElementNode): ContentNode[] {
    this.context.findings.add('form.inert', source.line);
    const type = source.attributes.get('type')?.toLowerCase() ?? 'text';
    if (type === 'hidden' || type === 'password') return [];
    if (type !== 'checkbox' && type !== 'radio') {
      const shown = ['submit', 'button', 'reset'].includes(type) ? (source.attributes.get('value') ?? '') : '';
      return shown === '' ? [] : [text(shown)];
    }
    const result = element('html', 'input');
    result.line = source.line;
    copyAttributes(source, result, this.context);
    result.attributes.set('type', type);
    result.attributes.set('disabled', 'disabled');
    return [result];
  }

  /** Shows an image, audio or video inside `object` and similar elements; anything else is replaced by its fallback or by text. */
  private embedded(source: ElementNode): ContentNode[] {
    const { context } = this;
    const reference = source.attributes.get(source.name === 'object' ? 'data' : 'src');
    const target = reference === undefined ? undefined : targetOf(reference, context);
    if (reference !== undefined && target?.kind === 'resource') {
      const kind = target.mediaType.split('/')[0];
      if (kind === 'image') {
        const image = element('html', 'img', source.attributes);
        image.line = source.line;
        image.attributes.set('alt', source.attributes.get('alt') ?? source.attributes.get('title') ?? textOf(source).trim());
        return [cleanImage(image, context, reference)];
      }
      if (kind === 'audio' || kind === 'video') {
        const player = element('html', kind, [...source.attributes, ['src', reference]], source.children);
        player.line = source.line;
        return cleanPlayer(player, kind, context, this.childrenOf);
      }
    }
    context.findings.add('embed.dropped', source.line);
    const fallback = source.name === 'embed' ? [] : this.childrenOf(source);
    if (fallback.some((node) => node.kind === 'element' || node.text.trim() !== '')) {
      const holder = element('html', 'div', [], fallback);
      return [holder];
    }
    const text = placeholder('嵌入内容未载入', source.attributes.get('title')?.trim());
    if (target?.kind !== 'document') return [text];
    const link = element('html', 'a', [], [text]);
    link.link = { href: target.href, fragment: target.fragment };
    return [link];
  }

  head(source: ElementNode | undefined): ElementNode[] {
    const nodes: ElementNode[] = [];
    if (!source) return nodes;
    const base = findChild(source, 'base')?.attributes.get('href');
    if (base !== undefined) this.context.base = base.trim();
    for (const child of source.children) {
      if (child.kind === 'text') continue;
      for (const result of this.clean(child))
        if (result.kind === 'element' && (result.name === 'link' || result.name === 'style')) nodes.push(result);
    }
    return nodes;
  }
}

const isWhiteSpace = (node: ContentNode): boolean => node.kind === 'text' && node.text.trim() === '';

/** Cleans a parsed document. `styleSheets`: the addresses from its processing instructions. */
export const sanitize = (root: ElementNode, styleSheets: readonly string[], context: SanitizeContext): SanitizedDocument => {
  const sanitizer = new Sanitizer(context);
  const html = element('html', 'html');
  const body = element('html', 'body');
  const head: ElementNode[] = [];
  for (const reference of styleSheets) {
    const link = cleanStyleLink(reference, undefined, 1, context);
    if (link) head.push(link);
  }
  let title: string | undefined;
  if (root.namespace === 'html' && root.name === 'html') {
    copyAttributes(root, html, context);
    const base = root.attributes.get('xml:base');
    if (base !== undefined) context.base = base;
    const sourceHead = findChild(root, 'head');
    const sourceTitle = sourceHead ? findChild(sourceHead, 'title') : undefined;
    if (sourceTitle) title = textOf(sourceTitle).replace(/\s+/g, ' ').trim() || undefined;
    head.push(...sanitizer.head(sourceHead));
    let first = true;
    for (const child of root.children) {
      if (child === sourceHead || isWhiteSpace(child)) continue;
      if (child.kind === 'element' && child.name === 'body') {
        // The content of a second `body` element is added to the first, as browsers do.
        if (first) copyAttributes(child, body, context);
        first = false;
        sanitizer.cleanInto(body, child);
      } else sanitizer.cleanInto(body, element('html', 'body', [], [child]));
    }
  } else {
    const svgTitle = root.namespace === 'svg' ? findChild(root, 'title') : undefined;
    if (svgTitle) title = textOf(svgTitle).replace(/\s+/g, ' ').trim() || undefined;
    for (const name of ['xml:lang', 'lang']) {
      const language = root.attributes.get(name);
      if (language !== undefined) html.attributes.set('lang', language);
    }
    sanitizer.cleanInto(body, element('html', 'body', [], [root]));
  }
  limitUses(body, context);
  return { html, head, body, title };
};

export const isBlockLevel = (node: ElementNode): boolean => node.namespace === 'html' && BLOCK_LEVEL.has(node.name);
