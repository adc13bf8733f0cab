/**
 * Counts nesting, nodes, attributes and namespaces of an XML document before it is parsed, in one pass and constant memory. It is stricter
 * than a parser where a lenient one could see other tags. Rejects DTDs and entity declarations.
 */

export interface XmlLimits {
  /** Maximum number of open elements. */
  readonly depth: number;
  /** Maximum number of elements, comments, processing instructions and CDATA sections. */
  readonly nodes: number;
  readonly attributesPerElement: number;
  /** Maximum number of namespace declarations of an element and its ancestors, because parsers copy them from element to element. */
  readonly namespacesInScope: number;
}

export type XmlViolation = 'depth' | 'nodes' | 'attributes' | 'namespaces' | 'doctype' | 'malformed';

const SENTENCES: Readonly<Record<XmlViolation, string>> = {
  depth: '嵌套层数过多',
  nodes: '元素过多',
  attributes: '一个元素的属性过多',
  namespaces: '命名空间声明过多',
  doctype: '含有 DTD 或实体声明',
  malformed: 'XML 格式有误',
};

/** Error of a document that exceeds a limit or is malformed. The message is a Chinese phrase for the user who uploaded it. */
export class XmlRefused extends Error {
  override readonly name = 'XmlRefused';
  readonly violation: XmlViolation;
  constructor(kind: XmlViolation) {
    super(SENTENCES[kind]);
    this.violation = kind;
  }
}

export interface XmlScanner {
  /** Scans the next chunk. Throws `XmlRefused`. */
  write(chunk: string): void;
}

type State = 'text' | 'markup' | 'name' | 'tag' | 'attribute' | 'beforeValue' | 'value' | 'afterValue' | 'closing' | 'skip';

const isSpace = (character: string): boolean => character === ' ' || character === '\n' || character === '\t' || character === '\r';
/**
 * Beginning of a namespace declaration (`xmlns`, `xmlns:p`). Only this many characters of an attribute's name are stored, to recognize such
 * a declaration.
 */
const NAMESPACE_PREFIX = 'xmlns:';

export const createXmlScanner = (limits: XmlLimits): XmlScanner => {
  let state: State = 'text';
  /** Number of namespace declarations of each open element; the length of the list is the depth. */
  const open: number[] = [];
  let inScope = 0;
  let nodes = 0;
  let attributes = 0;
  let declared = 0;
  /** The beginning of an attribute's name, or of the text after `<!`, that was read so far. */
  let word = '';
  let quote = '';
  let hasEquals = false;
  /** The text that ends a comment, a CDATA section or a processing instruction. */
  let end = '';
  let matched = 0;
  let isClosed = false;

  const refuse = (violation: XmlViolation): never => {
    throw new XmlRefused(violation);
  };
  const addNode = (): void => {
    nodes += 1;
    if (nodes > limits.nodes) refuse('nodes');
  };
  const beginElement = (): void => {
    addNode();
    attributes = 0;
    declared = 0;
    isClosed = false;
    state = 'name';
  };
  const endAttributeName = (): void => {
    attributes += 1;
    if (attributes > limits.attributesPerElement) refuse('attributes');
    if (word !== 'xmlns' && word !== NAMESPACE_PREFIX) return;
    declared += 1;
    if (inScope + declared > limits.namespacesInScope) refuse('namespaces');
  };
  const endTag = (): void => {
    if (!isClosed) {
      open.push(declared);
      inScope += declared;
      if (open.length > limits.depth) refuse('depth');
    }
    state = 'text';
  };
  const skipUntil = (text: string): void => {
    addNode();
    end = text;
    matched = 0;
    state = 'skip';
  };
  /** Reads what follows `<!`: a comment, a CDATA section, or a declaration, which is rejected. */
  const readKind = (character: string): void => {
    word += character;
    if (word === '!--') skipUntil('-->');
    else if (word === '![CDATA[') skipUntil(']]>');
    else if (!'!--'.startsWith(word) && !'![CDATA['.startsWith(word)) refuse(/^![[-]/.test(word) ? 'malformed' : 'doctype');
  };
  /** Reads a character inside a tag, between attributes. */
  const readBetween = (character: string): void => {
    if (character === '>') endTag();
    else if (character === '/' && !isClosed) isClosed = true;
    else if (isSpace(character)) {
      if (isClosed) refuse('malformed');
      state = 'tag';
    } else if (
      isClosed ||
      character === '<' ||
      character === '"' ||
      character === "'" ||
      character === '=' ||
      character === '/' ||
      state === 'afterValue'
    )
      refuse('malformed');
    else {
      word = character;
      state = 'attribute';
    }
  };

  const read = (character: string): void => {
    switch (state) {
      case 'markup':
        if (word !== '') readKind(character);
        else if (character === '!') word = '!';
        else if (character === '?') skipUntil('?>');
        else if (character === '/') state = 'closing';
        else if (/[<>"'=\s]/.test(character)) refuse('malformed');
        else beginElement();
        break;
      case 'name':
        if (character === '>' || character === '/' || isSpace(character)) readBetween(character);
        else if (isClosed || /[<"'=]/.test(character)) refuse('malformed');
        break;
      case 'tag':
      case 'afterValue':
        readBetween(character);
        break;
      case 'attribute':
        if (character === '=' || isSpace(character)) {
          endAttributeName();
          state = 'beforeValue';
          hasEquals = character === '=';
        } else if (/[<>"'/]/.test(character)) refuse('malformed');
        else if (word.length < NAMESPACE_PREFIX.length) word += character;
        break;
      case 'beforeValue':
        if (isSpace(character)) break;
        if (!hasEquals && character === '=') hasEquals = true;
        else if (hasEquals && (character === '"' || character === "'")) {
          quote = character;
          state = 'value';
        } else refuse('malformed');
        break;
      case 'closing':
        if (character === '>') {
          const own = open.pop();
          if (own === undefined) refuse('malformed');
          inScope -= own ?? 0;
          state = 'text';
        } else if (/[<"'=/]/.test(character)) refuse('malformed');
        break;
      case 'text':
      case 'value':
      case 'skip':
        break;
    }
  };

  /** Skips text, attribute values and other ignored parts in one step. Returns where reading continues. */
  const pass = (chunk: string, from: number): number => {
    if (state === 'text') {
      const at = chunk.indexOf('<', from);
      if (at < 0) return chunk.length;
      state = 'markup';
      word = '';
      return at + 1;
    }
    if (state === 'value') {
      const at = chunk.indexOf(quote, from);
      if (chunk.slice(from, at < 0 ? undefined : at).includes('<')) refuse('malformed');
      if (at < 0) return chunk.length;
      state = 'afterValue';
      return at + 1;
    }
    return passSkipped(chunk, from);
  };
  const passSkipped = (chunk: string, from: number): number => {
    if (matched === 0) {
      const at = chunk.indexOf(end, from);
      if (at >= 0) {
        state = 'text';
        return at + end.length;
      }
      // The end marker may be split between two chunks, so the last characters of this chunk are compared one by one.
      from = Math.max(from, chunk.length - end.length + 1);
    }
    for (let at = from; at < chunk.length; at++) {
      const character = chunk.charAt(at);
      if (character === end[matched]) matched += 1;
      else if (matched >= 2 && end !== '?>' && character === end[0]) matched = 2;
      else matched = character === end[0] ? 1 : 0;
      if (matched === end.length) {
        state = 'text';
        return at + 1;
      }
    }
    return chunk.length;
  };

  return {
    write(chunk) {
      for (let at = 0; at < chunk.length; ) {
        if (state === 'text' || state === 'value' || state === 'skip') at = pass(chunk, at);
        else {
          read(chunk.charAt(at));
          at += 1;
        }
      }
    },
  };
};

/** Scans a whole document. Throws `XmlRefused`. */
export const scanXml = (xml: string, limits: XmlLimits): void => createXmlScanner(limits).write(xml);
