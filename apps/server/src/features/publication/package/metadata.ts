/** Maps the package document's metadata (EPUB 3 refines, EPUB 2 attributes) to the contract's fields. */
import type { Contributor, PublicationMetadata } from '@shufang/contract';
import { secondsOfClock } from '../narration/smil-clock.ts';
import { attribute, childElements, firstChild, textOf, type XmlElement } from './xml.ts';

export type PackageMetadata = Omit<PublicationMetadata, 'chars' | 'positions' | 'readingProgression' | 'narration'> & {
  /** What the package states about its media overlays. */
  readonly statedNarration: NonNullable<PublicationMetadata['narration']>;
  /** Value of the package's `unique-identifier`, exactly as written: the key of obfuscated fonts. */
  readonly uniqueIdentifier: string;
  /** Manifest id of the cover image in an EPUB 2 package. */
  readonly coverId: string | undefined;
};

/** The contract's roles by MARC relator code. */
const ROLES: Readonly<Record<string, Contributor['role']>> = {
  aut: 'author',
  aui: 'author',
  cmp: 'author',
  com: 'editor',
  edt: 'editor',
  ill: 'illustrator',
  nrt: 'narrator',
  pbl: 'publisher',
  trl: 'translator',
};
/** The role of programs that made the file; such programs are not contributors. */
const TOOL_ROLE = 'bkp';

interface Property {
  readonly element: XmlElement;
  readonly value: string;
  readonly refinements: ReadonlyMap<string, string>;
}

export const readMetadata = (packageElement: XmlElement): PackageMetadata => {
  const metadata = firstChild(packageElement, 'metadata');
  // The metadata of OEBPS 1 and some EPUB 2 books is inside one more wrapper element.
  const elements = [metadata, firstChild(metadata, 'dc-metadata'), firstChild(metadata, 'x-metadata')].flatMap((part) =>
    childElements(part),
  );
  const metas = elements.filter((element) => element.name === 'meta');
  const all = (name: string): Property[] => readProperties(elements, metas, name);
  const values = (name: string): string[] => all(name).map((property) => property.value);
  const meta = (property: string): string[] => metaValues(metas, property);
  const identifiers = all('identifier');
  const uniqueId = attribute(packageElement, 'unique-identifier');
  const unique = identifiers.find((identifier) => attribute(identifier.element, 'id') === uniqueId) ?? identifiers[0];
  const titles = readTitles(all('title'));
  const flow = oneOf(meta('rendition:flow')[0], ['auto', 'paginated', 'scrolled-continuous', 'scrolled-doc'] as const);
  const spread = oneOf(meta('rendition:spread')[0]?.replace('portrait', 'both'), ['auto', 'none', 'landscape', 'both'] as const);
  const layout = meta('rendition:layout')[0];
  const isRoll = layout === 'roll';
  const narrators = [...new Set(metas.filter((each) => attribute(each, 'property') === 'media:narrator').map(textOf))].filter(Boolean);
  const isFixed = isRoll || layout === 'pre-paginated' || meta('fixed-layout')[0] === 'true';
  return {
    ...defined({
      identifier: unique?.value,
      subtitle: titles.subtitle,
      description: values('description').map(plainText).find(Boolean),
      publisher: values('publisher')[0],
      placeOfPublication: readCity(all('publisher')[0], meta),
      published: readPublished(all('date')),
      modified: meta('dcterms:modified')[0],
      isbn: readIsbn(identifiers),
      rights: values('rights')[0],
      titleDirection: oneOf(titles.direction ?? attribute(packageElement, 'dir'), ['ltr', 'rtl'] as const),
      flow: isRoll ? 'scrolled-continuous' : isFixed ? undefined : flow,
      spread,
    }),
    title: titles.title,
    languages: [...new Set(values('language').filter((language) => /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(language)))],
    contributors: [...readContributors(all('creator'), 'author'), ...readContributors(all('contributor'), 'contributor')],
    subjects: [...new Set(values('subject'))],
    layout: isFixed ? 'fixed' : 'reflowable',
    accessibility: {
      accessModes: meta('schema:accessMode'),
      accessModesSufficient: meta('schema:accessModeSufficient'),
      features: meta('schema:accessibilityFeature'),
      hazards: meta('schema:accessibilityHazard'),
      ...defined({ summary: meta('schema:accessibilitySummary')[0] }),
      conformsTo: [...meta('dcterms:conformsTo'), ...linked(elements, 'dcterms:conformsTo')],
      ...defined({
        certifiedBy: someOf(refinable(metas, 'a11y:certifiedBy')),
        certifierCredentials: someOf([...refinable(metas, 'a11y:certifierCredential'), ...linked(elements, 'a11y:certifierCredential')]),
        certifierReports: someOf(
          [...refinable(metas, 'a11y:certifierReport'), ...linked(elements, 'a11y:certifierReport')].filter((address) =>
            /^https?:\/\/[^\s<>"]+$/i.test(address),
          ),
        ),
      }),
    },
    statedNarration: {
      narrators,
      ...defined({
        seconds: wholeSeconds(meta('media:duration')[0]),
        activeClass: meta('media:active-class').find(isClassName),
        playbackActiveClass: meta('media:playback-active-class').find(isClassName),
      }),
    },
    uniqueIdentifier: unique?.value ?? '',
    coverId: meta('cover')[0],
  };
};

/** Returns whether a text is one name of a class, which is set on elements of the book. */
const isClassName = (name: string): boolean => /^[\p{L}_-][\p{L}\p{N}_-]{0,99}$/u.test(name);

const wholeSeconds = (clock: string | undefined): number | undefined => {
  const seconds = clock === undefined ? undefined : secondsOfClock(clock);
  return seconds === undefined || seconds === 0 ? undefined : Math.round(seconds);
};

const readProperties = (elements: readonly XmlElement[], metas: readonly XmlElement[], name: string): Property[] =>
  elements
    .filter((element) => element.name === name && element.prefix === 'dc')
    .map((element) => {
      const id = attribute(element, 'id');
      const refinements = new Map<string, string>();
      for (const meta of id === undefined ? [] : metas) {
        const property = attribute(meta, 'property');
        if (property && attribute(meta, 'refines') === `#${id}`) refinements.set(property, textOf(meta));
      }
      for (const [written, value] of Object.entries(element.attributes)) {
        const [local = '', prefix] = written.split(':').toReversed();
        if (prefix === 'opf' && !refinements.has(local)) refinements.set(local, value.trim());
      }
      return { element, value: textOf(element), refinements };
    })
    .filter((property) => property.value !== '');

/** Returns the values of EPUB 3 `<meta property>text</meta>` that refines nothing, and of EPUB 2 `<meta name content>`. */
const metaValues = (metas: readonly XmlElement[], property: string): string[] =>
  refinable(
    metas.filter((meta) => attribute(meta, 'refines') === undefined),
    property,
  );

/** Returns the addresses of `<link rel href>`. */
const linked = (elements: readonly XmlElement[], relation: string): string[] =>
  elements
    .filter((element) => element.name === 'link' && (attribute(element, 'rel') ?? '').split(/\s+/).includes(relation))
    .map((element) => attribute(element, 'href') ?? '')
    .filter(Boolean);

/**
 * Returns the same as `metaValues`, including metadata that refines another element: a certificate belongs to one conformance statement.
 */
const refinable = (metas: readonly XmlElement[], property: string): string[] =>
  metas
    .map((meta) => {
      if (attribute(meta, 'property') === property) return textOf(meta);
      return attribute(meta, 'name') === property ? (attribute(meta, 'content') ?? '') : '';
    })
    .filter((value) => value !== '');

const someOf = (values: readonly string[]): string[] | undefined => (values.length === 0 ? undefined : [...new Set(values)]);

const sequence = (property: Property): number => Number(property.refinements.get('display-seq') ?? Number.NaN);

/**
 * Returns the titles. The first title is the main one unless another says so (EPUB 3.3 RS §4.1); further main parts follow in the order of
 * `display-seq`.
 */
const readTitles = (titles: readonly Property[]): { title: string; subtitle: string | undefined; direction: string | undefined } => {
  const ofType = (type: string): Property | undefined => titles.find((title) => title.refinements.get('title-type') === type);
  const ordered = titles.some((title) => !Number.isNaN(sequence(title)))
    ? titles.toSorted((a, b) => (sequence(a) || Number.MAX_SAFE_INTEGER) - (sequence(b) || Number.MAX_SAFE_INTEGER))
    : titles;
  const main = ofType('main') ?? ordered.find((title) => !title.refinements.has('title-type')) ?? ordered[0];
  return { title: main?.value ?? '', subtitle: ofType('subtitle')?.value, direction: main && attribute(main.element, 'dir') };
};

const readContributors = (contributors: readonly Property[], fallback: Contributor['role']): Contributor[] =>
  contributors
    .toSorted((a, b) => (sequence(a) || 1_000) - (sequence(b) || 1_000))
    .filter((contributor) => contributor.refinements.get('role') !== TOOL_ROLE)
    .map((entry) => ({ name: entry.value, role: ROLES[entry.refinements.get('role') ?? ''] ?? fallback }));

const readPublished = (dates: readonly Property[]): string | undefined => {
  const ofEvent = (event: string): Property | undefined => dates.find((date) => date.refinements.get('event') === event);
  return (ofEvent('publication') ?? dates.find((date) => !date.refinements.has('event')) ?? dates[0])?.value;
};

/** Properties that name the place of publication: the MARC relator `pup`, and schema.org. */
const CITY_PROPERTIES = ['schema:locationCreated', 'marc:relators/pup', 'marcrel:pup', 'pup'];
/** Maximum number of characters of a city; a longer text is an address. */
const CITY_CHARS_MAX = 40;

/**
 * Returns the place of publication: of a property of the publisher or of the package, or the part before a colon in the publisher's name
 * (“北京：人民邮电出版社”).
 */
const readCity = (publisher: Property | undefined, meta: (property: string) => string[]): string | undefined => {
  const stated = CITY_PROPERTIES.flatMap((name) => [publisher?.refinements.get(name) ?? '', ...meta(name)]);
  const [, prefix = ''] = /^([^:：]{1,20})[:：]/.exec(publisher?.value ?? '') ?? [];
  return [...stated, prefix].map((city) => city.trim()).find((city) => city !== '' && city.length <= CITY_CHARS_MAX);
};

const readIsbn = (identifiers: readonly Property[]): string | undefined => {
  for (const { value, refinements } of identifiers) {
    const isStated = /isbn/i.test(value) || /isbn|^02$|^15$/i.test(refinements.get('scheme') ?? refinements.get('identifier-type') ?? '');
    const digits = value
      .replace(/^.*isbn[:\s-]*/i, '')
      .replaceAll(/[\s-]/g, '')
      .toUpperCase();
    if ((isStated || digits.length === 13) && isValidIsbn(digits)) return digits;
  }
  return undefined;
};

/** Returns whether the check digit of an ISBN-10 (weights 10 to 1, modulo 11) or ISBN-13 (weights 1 and 3, modulo 10) is correct. */
const isValidIsbn = (isbn: string): boolean => {
  const digits = [...isbn].map((digit) => (digit === 'X' ? 10 : Number(digit)));
  if (/^97[89]\d{10}$/.test(isbn)) return digits.reduce((sum, digit, index) => sum + digit * (index % 2 ? 3 : 1), 0) % 10 === 0;
  if (/^\d{9}[\dX]$/.test(isbn)) return digits.reduce((sum, digit, index) => sum + digit * (10 - index), 0) % 11 === 0;
  return false;
};

/** Returns a description as plain text. Descriptions are often escaped HTML: tags are removed and common entities decoded. */
const plainText = (text: string): string =>
  text
    .replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => PLAIN_ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
const PLAIN_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

const oneOf = <T extends string>(value: string | undefined, allowed: readonly T[]): T | undefined => allowed.find((item) => item === value);

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
/** Removes keys without a value, as `exactOptionalPropertyTypes` requires. */
export const defined = <T extends object>(values: T): Defined<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
