/**
 * Names of QTI 2.x and QTI 3 in one form. QTI 3 writes `qti-choice-interaction` and `response-identifier` where QTI 2 writes
 * `choiceInteraction` and `responseIdentifier`; the readers use the latter. Pure.
 */
import { localName, type XmlElement } from '../xml/xml-element.ts';

export const QTI3_NAMESPACE = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0';
export const MATHML_NAMESPACE = 'http://www.w3.org/1998/Math/MathML';

const camelCase = (name: string): string => name.replace(/-([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

const elementName = (element: XmlElement): string => {
  const name = localName(element);
  return name.startsWith('qti-') ? camelCase(name.slice('qti-'.length)) : name;
};

const attributeName = (name: string): string => (/^(?:data-|aria-|xml|xsi:)/.test(name) ? name : camelCase(name));

/** Returns the tree with the names of QTI 2 and without prefixes. */
export const normalizeQti = (element: XmlElement): XmlElement => ({
  name: elementName(element),
  attributes: Object.fromEntries(Object.entries(element.attributes).map(([name, value]) => [attributeName(name), value])),
  children: element.children.map((child) => (typeof child === 'string' ? child : normalizeQti(child))),
});
