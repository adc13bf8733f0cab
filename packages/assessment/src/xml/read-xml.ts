/**
 * Reads an XML document into a tree, within limits. The parser resolves no entities except the five of XML; a document type is refused.
 * Pure.
 */
import { SaxesParser } from 'saxes';
import { QuestionFileError } from '../import/question-file-error.ts';
import type { XmlElement, XmlNode } from './xml-element.ts';

/** Deeper or larger documents are no questions. */
const DEPTH_MAX = 100;
const NODES_MAX = 2_000_000;
const ATTRIBUTES_MAX = 256;
/** Number of characters that are parsed at a time, so that a limit is noticed before the whole document is parsed. */
const PIECE_CHARS = 65_536;

type OpenElement = { name: string; attributes: Record<string, string>; children: XmlNode[] };

/** Returns the root element. Throws `QuestionFileError`. */
export const readXml = (xml: string): XmlElement => {
  const parser = new SaxesParser({ xmlns: false });
  const open: OpenElement[] = [];
  let root: OpenElement | undefined;
  let nodes = 0;
  let attributes = 0;
  const addNode = (): void => {
    nodes += 1;
    if (nodes > NODES_MAX) throw new QuestionFileError('largeXml');
  };
  const addText = (text: string): void => {
    const children = open.at(-1)?.children;
    if (children === undefined || text === '') return;
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + text;
    else children.push(text);
  };
  parser.on('error', (error) => {
    throw new QuestionFileError('malformedXml', { cause: error });
  });
  parser.on('doctype', () => {
    throw new QuestionFileError('doctype');
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    addNode();
    if (open.length >= DEPTH_MAX) throw new QuestionFileError('largeXml');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > ATTRIBUTES_MAX) throw new QuestionFileError('largeXml');
  });
  parser.on('opentag', (tag) => {
    const element: OpenElement = { name: tag.name, attributes: { ...(tag.attributes as Record<string, string>) }, children: [] };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('comment', addNode);
  parser.on('processinginstruction', addNode);
  for (let at = 0; at < xml.length; at += PIECE_CHARS) parser.write(xml.slice(at, at + PIECE_CHARS));
  parser.close();
  if (root === undefined) throw new QuestionFileError('malformedXml');
  return root;
};

const DECLARED = /^<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/;

const labelOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return DECLARED.exec(head.replace(/^ï»¿/, ''))?.[1] ?? 'utf-8';
};

/** Returns the text of an XML file in the encoding that it declares. Throws `QuestionFileError`. */
export const decodeXml = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder(labelOf(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    throw new QuestionFileError('encoding', { cause: error });
  }
};
