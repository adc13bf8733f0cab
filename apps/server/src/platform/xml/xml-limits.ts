/** Limits of the content of each kind of XML document (security.md §3), checked before it is parsed. */
import type { XmlLimits } from './scan-xml.ts';

const DEPTH_MAX = 64;
const ATTRIBUTES_MAX = 256;
const NAMESPACES_MAX = 256;
const SAML_NODES_MAX = 20_000;
const WORKBOOK_NODES_MAX = 2_000_000;

/** Limits of sign-in responses and metadata of identity providers. */
export const SAML_LIMITS: XmlLimits = {
  depth: DEPTH_MAX,
  nodes: SAML_NODES_MAX,
  attributesPerElement: ATTRIBUTES_MAX,
  namespacesInScope: NAMESPACES_MAX,
};

/** Limits of each part of an Excel workbook. */
export const WORKBOOK_LIMITS: XmlLimits = { ...SAML_LIMITS, nodes: WORKBOOK_NODES_MAX };
