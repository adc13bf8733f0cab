/** Structural types of elements: `epub:type` as written, or `data-epub-type` as the importer stores it. */

const epubNamespace = 'http://www.idpf.org/2007/ops';

export const epubTypes = (element: Element): string[] =>
  (element.getAttributeNS(epubNamespace, 'type') ?? element.getAttribute('epub:type') ?? element.getAttribute('data-epub-type') ?? '')
    .split(/\s+/)
    .filter(Boolean);
