/** The allowlist sanitiser: from the tree as parsed to a tree that holds only what a book needs and nothing that acts. */
import { BLOCK_LEVEL, HTML_DROPPED, HTML_ELEMENTS } from './allowlist.ts';
import { cleanCss } from './clean-css.ts';
import { append, type ContentNode, type ElementNode, element, findChild, text, textOf } from './content-tree.ts';
import { isLinkScheme, joinBase, relativeAddress, schemeOf } from './references.ts';
import { copyAttributes } from './sanitise-attributes.ts';
import { placeholder, type SanitiseContext, targetOf } from './sanitise-context.ts';
import { boundUses, cleanMath, cleanSvg } from './sanitise-graphics.ts';
import { cleanImage, cleanPictureSource, cleanPlayer } from './sanitise-media.ts';

export interface SanitisedDocument {
  /** `lang`, `dir`, `class` and the like of the root element. */
  readonly html: ElementNode;
  /** Style sheets and style elements in order. */
  readonly head: readonly ElementNode[];
  readonly body: ElementNode;
  readonly title: string | undefined;
}

/** Makes `made` a link, or leaves it plain text with the reason counted. */
const cleanLink = (source: ElementNode, made: ElementNode, reference: string | undefined, context: SanitiseContext): void => {
  if (reference === undefined) return;
  const target = targetOf(reference, context);
  if (target.kind === 'document') {
    made.link = { href: target.href, fragment: target.fragment };
    return;
  }
  if (target.kind === 'resource') {
    made.attributes.set('href', relativeAddress(context.href, target.href));
    made.uses = [...(made.uses ?? []), target.href];
    return;
  }
  if (target.kind === 'external' && isLinkScheme(schemeOf(target.url) ?? '')) {
    made.attributes.set('href', target.url);
    made.attributes.set('rel', 'noopener noreferrer');
    return;
  }
  context.findings.add(target.kind === 'missing' ? 'link.missing' : 'link.unsafe', source.line);
};

const cleanStyleElement = (source: ElementNode, namespace: 'html' | 'svg', context: SanitiseContext): ElementNode | undefined => {
  const type = source.attributes.get('type')?.trim().toLowerCase();
  if (type && type !== 'text/css') return undefined;
  const { css, uses, findings } = cleanCss(textOf(source), context.resolve, { href: context.href });
  context.findings.addAll(findings);
  if (css === '') return undefined;
  const made = element(namespace, 'style', [], [text(css)]);
  const media = source.attributes.get('media');
  if (media !== undefined) made.attributes.set('media', media);
  made.uses = [...uses];
  return made;
};

const cleanStyleLink = (reference: string, media: string | undefined, line: number, context: SanitiseContext): ElementNode | undefined => {
  const target = targetOf(reference, context);
  if (target.kind !== 'resource') {
    context.findings.add(target.kind === 'external' ? 'external.style' : 'style.missing', line);
    return undefined;
  }
  const made = element('html', 'link', [
    ['rel', 'stylesheet'],
    ['href', relativeAddress(context.href, target.href)],
  ]);
  if (media !== undefined) made.attributes.set('media', media);
  made.uses = [target.href];
  return made;
};

const isStyleLink = (source: ElementNode): boolean => {
  const rel = source.attributes.get('rel')?.toLowerCase().split(/\s+/) ?? [];
  const type = source.attributes.get('type')?.trim().toLowerCase();
  return rel.includes('stylesheet') && !rel.includes('alternate') && (type === undefined || type === '' || type === 'text/css');
};

/** Elements replaced by another that shows the same and does nothing. */
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

class Sanitiser {
  private readonly context: SanitiseContext;
  constructor(context: SanitiseContext) {
    this.context = context;
  }

  cleanInto = (parent: ElementNode, from: ElementNode): void => {
    const outer = this.context.base;
    const base = from.attributes.get('xml:base');
    if (base !== undefined) this.context.base = joinBase(outer, base);
    for (const child of from.children) {
      if (child.kind === 'text') append(parent, text(child.text));
      else for (const made of this.clean(child)) append(parent, made);
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
      const made = cleanStyleElement(source, source.namespace === 'svg' ? 'svg' : 'html', this.context);
      return made ? [made] : [];
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
      const made = isStyleLink(source)
        ? cleanStyleLink(source.attributes.get('href') ?? '', source.attributes.get('media'), source.line, context)
        : undefined;
      return made ? [made] : [];
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
    const made = element('html', name);
    made.line = source.line;
    copyAttributes(source, made, this.context);
    if (name === 'a' || name === 'area') this.anchor(source, made);
    if (name === 'map') {
      const mapName = source.attributes.get('name');
      if (mapName !== undefined) made.attributes.set('name', mapName);
    }
    this.cleanInto(made, source);
    if (name === 'table') this.context.counts.tables++;
    if (name === 'pre') this.context.counts.code++;
    return [made];
  }

  /** Old books name their link targets by `<a name>`: the name becomes an id. */
  private anchor(source: ElementNode, made: ElementNode): void {
    cleanLink(source, made, source.attributes.get('href') ?? source.attributes.get('xlink:href'), this.context);
    const name = source.attributes.get('name')?.trim();
    if (!name || /\s/.test(name) || this.context.ids.has(name)) return;
    this.context.ids.add(name);
    if (made.attributes.has('id')) made.children.push(element('html', 'span', [['id', name]]));
    else made.attributes.set('id', name);
  }

  private resolveSwitch(source: ElementNode): ContentNode[] {
    const cases = source.children.filter((child): child is ElementNode => child.kind === 'element');
    const chosen =
      cases.find((child) => child.name === 'epub:case' && /(?:MathML|svg|xhtml)$/.test(child.attributes.get('required-namespace') ?? '')) ??
      cases.find((child) => child.name === 'epub:default');
    return chosen ? this.childrenOf(chosen) : [];
  }

  private pictureSource(source: ElementNode): ContentNode[] {
    const made = cleanPictureSource(source, this.context);
    return made ? [made] : [];
  }

  private input(source: ElementNode): ContentNode[] {
    this.context.findings.add('form.inert', source.line);
    const type = source.attributes.get('type')?.toLowerCase() ?? 'text';
    if (type === 'hidden' || type === 'password') return [];
    if (type !== 'checkbox' && type !== 'radio') {
      const shown = ['submit', 'button', 'reset'].includes(type) ? (source.attributes.get('value') ?? '') : '';
      return shown === '' ? [] : [text(shown)];
    }
    const made = element('html', 'input');
    made.line = source.line;
    copyAttributes(source, made, this.context);
    made.attributes.set('type', type);
    made.attributes.set('disabled', 'disabled');
    return [made];
  }

  /** A picture, sound or film inside `object` and its kin is shown as such; anything else gives way to its fallback or to words. */
  private embedded(source: ElementNode): ContentNode[] {
    const { context } = this;
    const reference = source.attributes.get(source.name === 'object' ? 'data' : 'src');
    const target = reference === undefined ? undefined : targetOf(reference, context);
    if (reference !== undefined && target?.kind === 'resource') {
      const kind = target.mediaType.split('/')[0];
      if (kind === 'image') {
        const picture = element('html', 'img', source.attributes);
        picture.line = source.line;
        picture.attributes.set('alt', source.attributes.get('alt') ?? source.attributes.get('title') ?? textOf(source).trim());
        return [cleanImage(picture, context, reference)];
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
    const words = placeholder('嵌入内容未载入', source.attributes.get('title')?.trim());
    if (target?.kind !== 'document') return [words];
    const link = element('html', 'a', [], [words]);
    link.link = { href: target.href, fragment: target.fragment };
    return [link];
  }

  head(source: ElementNode | undefined): ElementNode[] {
    const kept: ElementNode[] = [];
    if (!source) return kept;
    const base = findChild(source, 'base')?.attributes.get('href');
    if (base !== undefined) this.context.base = base.trim();
    for (const child of source.children) {
      if (child.kind === 'text') continue;
      for (const made of this.clean(child)) if (made.kind === 'element' && (made.name === 'link' || made.name === 'style')) kept.push(made);
    }
    return kept;
  }
}

const isWhiteSpace = (node: ContentNode): boolean => node.kind === 'text' && node.text.trim() === '';

/** Cleans a parsed document. `styleSheets` are those of processing instructions. */
export const sanitise = (root: ElementNode, styleSheets: readonly string[], context: SanitiseContext): SanitisedDocument => {
  const sanitiser = new Sanitiser(context);
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
    head.push(...sanitiser.head(sourceHead));
    let first = true;
    for (const child of root.children) {
      if (child === sourceHead || isWhiteSpace(child)) continue;
      if (child.kind === 'element' && child.name === 'body') {
        // A second body joins the first, as browsers do.
        if (first) copyAttributes(child, body, context);
        first = false;
        sanitiser.cleanInto(body, child);
      } else sanitiser.cleanInto(body, element('html', 'body', [], [child]));
    }
  } else {
    const drawingTitle = root.namespace === 'svg' ? findChild(root, 'title') : undefined;
    if (drawingTitle) title = textOf(drawingTitle).replace(/\s+/g, ' ').trim() || undefined;
    for (const name of ['xml:lang', 'lang']) {
      const language = root.attributes.get(name);
      if (language !== undefined) html.attributes.set('lang', language);
    }
    sanitiser.cleanInto(body, element('html', 'body', [], [root]));
  }
  boundUses(body, context);
  return { html, head, body, title };
};

export const isBlockLevel = (node: ElementNode): boolean => node.namespace === 'html' && BLOCK_LEVEL.has(node.name);
