/** Text in the XML of office documents. */
import { xmlText } from '../xml-text.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns a text for an element or an attribute in double quotes. */
export const escapeXml = (text: string): string => xmlText(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
