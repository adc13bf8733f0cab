import { describe, expect, test } from 'vitest';
import { createXmlScanner, scanXml, type XmlLimits, XmlRefused } from './scan-xml.ts';

const LIMITS: XmlLimits = { depth: 4, nodes: 10, attributesPerElement: 3, namespacesInScope: 4 };

/**
 * Returns `accepted` or the error of scanning a document. Checks that it is the same for the whole text and for every split into two
 * chunks.
 */
const outcomeOf = (xml: string, limits = LIMITS): string => {
  const of = (chunks: readonly string[]): string => {
    const scanner = createXmlScanner(limits);
    try {
      for (const chunk of chunks) scanner.write(chunk);
      return 'accepted';
    } catch (error) {
      if (error instanceof XmlRefused) return error.violation;
      throw error;
    }
  };
  const whole = of([xml]);
  for (let at = 1; at < Math.min(xml.length, 200); at++) expect([at, of([xml.slice(0, at), xml.slice(at)])]).toEqual([at, whole]);
  expect(of([...xml])).toBe(whole);
  return whole;
};

const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
const inARow = (count: number): string => `<r>${'<a/>'.repeat(count - 1)}</r>`;
const attributes = (count: number): string => `<a${Array.from({ length: count }, (_, at) => ` b${at}="1"`).join('')}/>`;
const namespaces = (outer: number, inner: number): string =>
  `<a${Array.from({ length: outer }, (_, at) => ` xmlns:o${at}="u"`).join('')}><b${Array.from({ length: inner }, (_, at) => ` xmlns:i${at}='u'`).join('')}/></a>`;

describe('a document may reach its limits and not exceed them', () => {
  test.each([
    ['depth', nested(3), nested(4), nested(5)],
    ['nodes', inARow(9), inARow(10), inARow(11)],
    ['attributes', attributes(2), attributes(3), attributes(4)],
    ['namespaces', namespaces(2, 1), namespaces(2, 2), namespaces(2, 3)],
  ])('%s', (violation, below, at, above) => {
    expect([outcomeOf(below), outcomeOf(at), outcomeOf(above)]).toEqual(['accepted', 'accepted', violation]);
  });

  test.each([
    ['comments', '<a><!-- x --></a>', '<!---->'],
    ['instructions', '<a><?x y?></a>', '<?x?>'],
    ['CDATA sections', '<a><![CDATA[ <b> ]] ]]></a>', '<![CDATA[]]>'],
  ])('%s count as nodes', (_, few, one) => {
    expect(outcomeOf(few)).toBe('accepted');
    expect(outcomeOf(`<a>${one.repeat(10)}</a>`)).toBe('nodes');
  });

  test('namespaces are out of scope after the element that declares them', () => {
    expect(
      outcomeOf('<a><b xmlns="u" xmlns:x="u" xmlns:y="u"/><b xmlns="u" xmlns:x="u" xmlns:y="u"></b><b xmlns:x="u" xmlns="u"/></a>'),
    ).toBe('accepted');
    expect(outcomeOf('<a xmlnsx="1" xml:lang="zh"><b xmlns="u" xmlns:x="u" xmlns:y="u"><c xmlns:z="u" d=""/></b></a>')).toBe('accepted');
  });

  test('text that looks like a tag in a value, a comment or a CDATA section is none', () => {
    const hidden = `<a b="${'>'.repeat(20)}"><!--${'<a>'.repeat(20)}--><![CDATA[${'<a>'.repeat(20)}]]><?p ${'<a>'.repeat(20)}?></a>`;
    expect(outcomeOf(hidden)).toBe('accepted');
    expect(outcomeOf(`<a><!-- -- ---><b/></a>`)).toBe('accepted');
  });
});

describe('a document that a lenient parser could read differently is rejected', () => {
  test.each([
    ['a document type', '<!DOCTYPE a><a/>', 'doctype'],
    ['an entity', '<!ENTITY a "b">', 'doctype'],
    ['a lower case one', '<!doctype a>', 'doctype'],
    ['a value without quotes', '<a b=c"><d><d><d><d><d>">', 'malformed'],
    ['a tag in a value', '<a b="<c>"/>', 'malformed'],
    ['a tag in a tag', '<a <b>', 'malformed'],
    ['an attribute without a value', '<a b>', 'malformed'],
    ['two attributes without space', '<a b="c"d="e">', 'malformed'],
    ['a slash in the middle', '<a / b="c">', 'malformed'],
    ['a tag that closes nothing', '<a/></a>', 'malformed'],
    ['a half section', '<![CDAT[x]]>', 'malformed'],
    ['a tag without a name', '< a>', 'malformed'],
  ])('%s', (_, xml, violation) => {
    expect(outcomeOf(xml)).toBe(violation);
  });

  test('the error message is Chinese', () => {
    expect(() => scanXml(nested(5), LIMITS)).toThrow('嵌套层数过多');
  });
});
