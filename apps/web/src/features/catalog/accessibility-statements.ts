/**
 * Converts the accessibility metadata of a book to sentences for readers. Order and rules: W3C, "Accessibility Metadata Display Guide for
 * Digital Publications" 2.0 with its techniques for EPUB; missing metadata is stated as unknown. Pure.
 */
import type { Accessibility, PublicationMetadata } from '@shufang/contract';
import { bookAccessibilityText as text } from '../../platform/messages/zh-cn/book-accessibility.ts';

export interface AccessibilityPart {
  readonly title: string;
  readonly statements: readonly string[];
  readonly links?: readonly { readonly label: string; readonly address: string }[];
}

/** Returns all values of a metadata property. Some files put several values in one element, so each is split. */
const valueSetOf = (values: readonly string[]): ReadonlySet<string> =>
  new Set(values.flatMap((value) => value.split(/[\s,;]+/)).filter((value) => value !== ''));

const setsOf = (values: readonly string[]): readonly ReadonlySet<string>[] =>
  values.map((value) => valueSetOf([value])).filter(({ size }) => size > 0);

const isOnly = (values: ReadonlySet<string>, value: string): boolean => values.size === 1 && values.has(value);

/** Returns the sentences for the features that the book has, in the order of `sentences`. */
const stated = (features: ReadonlySet<string>, sentences: Readonly<Record<string, string>>): string[] =>
  Object.entries(sentences).flatMap(([feature, sentence]) => (features.has(feature) ? [sentence] : []));

const orSay = (statements: readonly string[], unstated: string): readonly string[] => (statements.length === 0 ? [unstated] : statements);

type Layout = PublicationMetadata['layout'];

const waysOfReading = (
  { accessModes, accessModesSufficient }: Accessibility,
  features: ReadonlySet<string>,
  layout: Layout,
): AccessibilityPart => {
  const { title, ...say } = text.waysOfReading;
  const modes = valueSetOf(accessModes);
  const sufficient = setsOf(accessModesSufficient);
  const hasAlternatives = ['longDescription', 'alternativeText', 'describedMath', 'transcript'].some((feature) => features.has(feature));
  const isAudioOnly =
    isOnly(modes, 'auditory') || (modes.size === 0 && sufficient.length > 0 && sufficient.every((set) => isOnly(set, 'auditory')));
  const isTextual = isOnly(modes, 'textual') || sufficient.some((set) => isOnly(set, 'textual'));
  const hasText = modes.has('textual') || sufficient.some((set) => set.has('textual')) || hasAlternatives;
  const isSilent = modes.size === 0 && sufficient.length === 0;

  const adjusting = layout === 'fixed' ? say.fixed : features.has('displayTransformability') ? say.adjustable : say.noAdjusting;
  const reading = isTextual ? say.nonvisual : hasText ? say.partlyNonvisual : isSilent ? say.noNonvisual : say.notNonvisual;
  const audio = features.has('synchronizedAudioText')
    ? [say.synchronized]
    : isAudioOnly
      ? [say.audioOnly]
      : modes.has('auditory')
        ? [say.someAudio]
        : [];
  const described = features.has('alternativeText') || features.has('longDescription') ? [say.alternativeText] : [];
  return { title, statements: [adjusting, reading, ...described, ...audio] };
};

type Level = 'A' | 'AA' | 'AAA';

/**
 * The forms in which a file claims conformance to EPUB Accessibility: the text of version 1.1, the name in its drafts, and the URL of
 * version 1.0.
 */
const CLAIMS: readonly RegExp[] = [
  /^EPUB[- ]Accessibility[- ](?<epub>\d\.\d)\D+?WCAG[- ](?<wcag>2\.\d)[- ]Level[- ](?<level>A{1,3})$/i,
  /^EPUB-A11Y-(?<epub>\d\d)_WCAG-(?<wcag>2\d)-(?<level>A{1,3})$/i,
  /^https?:\/\/(?:www\.)?idpf\.org\/epub\/a11y\/accessibility-20170105\.html#wcag-(?<level>a{1,3})$/i,
];

const dotted = (version: string): string => (version.includes('.') ? version : version.split('').join('.'));

const readConformance = (claim: string): { level: Level; standard: string } | undefined => {
  const found = CLAIMS.map((pattern) => pattern.exec(claim.trim())?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return undefined;
  const { epub = '1.0', wcag = '2.0', level = '' } = found;
  const name = level.toUpperCase() as Level;
  const say = text.conformance;
  return { level: name, standard: `${say.epubOf(dotted(epub))}，${say.wcagOf(dotted(wcag), name)}` };
};

const conformance = ({
  conformsTo,
  certifiedBy = [],
  certifierCredentials = [],
  certifierReports = [],
}: Accessibility): AccessibilityPart => {
  const say = text.conformance;
  const known = conformsTo.flatMap((claim) => readConformance(claim) ?? []);
  const highest = (['AAA', 'AA', 'A'] as const).find((level) => known.some((one) => one.level === level));
  if (highest === undefined) return { title: say.title, statements: [say.none] };
  // A credential of the certifier may be the URL of a badge, which is not readable as text.
  const credentials = certifierCredentials.filter((credential) => !/^https?:/i.test(credential));
  return {
    title: say.title,
    statements: [
      say.levels[highest],
      ...new Set(known.map(({ standard }) => say.claims(standard))),
      ...(certifiedBy.length === 0 ? [] : [say.certifiedBy(certifiedBy.join('、'))]),
      ...(credentials.length === 0 ? [] : [say.credentials(credentials.join('、'))]),
    ],
    links: certifierReports.map((address) => ({ label: say.report, address })),
  };
};

const PAGE_FEATURES = ['pageNavigation', 'pageBreakMarkers', 'printPageNumbers', 'pageBreakSource'];

const navigation = (features: ReadonlySet<string>): AccessibilityPart => {
  const say = text.navigation;
  const named = PAGE_FEATURES.some((feature) => features.has(feature)) ? new Set([...features, 'pages']) : features;
  return { title: say.title, statements: orSay(stated(named, say.features), say.none) };
};

const hazards = (values: readonly string[]): AccessibilityPart => {
  const say = text.hazards;
  // Earlier vocabularies append the word "hazard" to the names of hazards.
  const names = new Set(
    [...valueSetOf(values)].map((value) => (/^(?:no|unknown)[A-Z]/.test(value) ? value : value.replace(/Hazard$/, ''))),
  );
  const named = [...stated(names, say.kinds), ...stated(names, say.freeOf), ...stated(names, say.unknownKinds)];
  if (named.length > 0) return { title: say.title, statements: named };
  return { title: say.title, statements: [names.has('none') ? say.none : names.has('unknown') ? say.unknown : say.unstated] };
};

/** Returns the statements to show, grouped by topic; undefined if the file of the book states nothing about accessibility. */
export const accessibilityParts = (accessibility: Accessibility, layout: Layout): readonly AccessibilityPart[] | undefined => {
  const features = valueSetOf(accessibility.features);
  const { accessModes, accessModesSufficient, conformsTo, summary } = accessibility;
  const isSilent =
    [accessModes, accessModesSufficient, conformsTo, accessibility.hazards].every((values) => values.length === 0) &&
    [...features].every((feature) => feature === 'none' || feature === 'unknown') &&
    summary === undefined;
  if (isSilent) return undefined;
  const optional = (title: string, statements: readonly string[]): AccessibilityPart[] =>
    statements.length === 0 ? [] : [{ title, statements }];
  return [
    waysOfReading(accessibility, features, layout),
    conformance(accessibility),
    navigation(features),
    ...optional(text.richContent.title, stated(features, text.richContent.features)),
    hazards(accessibility.hazards),
    ...optional(text.summary.title, summary === undefined ? [] : [summary]),
    ...optional(text.additional.title, stated(features, text.additional.features)),
  ];
};
