/**
 * Parses the metadata of an identity provider (SAML 2.0, as published by the federation). DTDs and entities are refused. Runs in an
 * isolated process (`idp-metadata.task.ts`).
 */
import { X509Certificate } from 'node:crypto';
import { SaxesParser } from 'saxes';
import { scanXml, XmlRefused } from '../../platform/xml/scan-xml.ts';
import { SAML_LIMITS } from '../../platform/xml/xml-limits.ts';

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const SHIBBOLETH = 'urn:mace:shibboleth:metadata:1.0';
export const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

export interface IdpMetadata {
  readonly entityId: string;
  /** URL to which sign-in requests are sent by redirect (SAML's HTTP-Redirect binding). */
  readonly ssoUrl: string;
  /** The certificates with which the identity provider signs, PEM. */
  readonly certificates: readonly string[];
  /** The domains for which the identity provider may assert affiliations; regular expressions are ignored. */
  readonly scopes: readonly string[];
}

/** An error in the metadata. Its message is shown to the administrator. */
export class MetadataError extends Error {
  override readonly name = 'MetadataError';
}

/** Returns the PEM certificate for Base64 of DER, with or without line breaks. Throws for data that is not a certificate. */
export const certificateOf = (base64: string): string => {
  const bare = base64.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const pem = `-----BEGIN CERTIFICATE-----\n${bare.replaceAll(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`;
  try {
    return new X509Certificate(pem).toString();
  } catch (error) {
    throw new MetadataError('签名证书不能读取', { cause: error });
  }
};

/** Parses the first identity provider in the file. Throws `MetadataError`. */
export const readIdpMetadata = (xml: string): IdpMetadata => {
  try {
    scanXml(xml, SAML_LIMITS);
  } catch (error) {
    if (error instanceof XmlRefused) throw new MetadataError(error.message, { cause: error });
    throw error;
  }
  const parser = new SaxesParser({ xmlns: true });
  const path: { uri: string; local: string; use?: string | undefined }[] = [];
  let entityId = '';
  let ssoUrl = '';
  let isDone = false;
  let text = '';
  const certificates: string[] = [];
  const scopes: string[] = [];
  const inside = (uri: string, local: string): boolean => path.some((each) => each.uri === uri && each.local === local);
  const of = (attributes: Record<string, { local: string; uri: string; value: string }>, name: string): string =>
    Object.values(attributes).find(({ local, uri }) => local === name && uri === '')?.value ?? '';
  parser.on('error', (error) => {
    throw new MetadataError('XML 格式有误', { cause: error });
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    text = '';
    path.push({ uri, local, use: of(attributes, 'use') });
    if (isDone || uri !== METADATA) return;
    if (local === 'EntityDescriptor') entityId = of(attributes, 'entityID');
    if (local === 'SingleSignOnService' && inside(METADATA, 'IDPSSODescriptor') && of(attributes, 'Binding') === REDIRECT_BINDING)
      ssoUrl = of(attributes, 'Location');
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ uri, local }) => {
    if (!isDone && inside(METADATA, 'IDPSSODescriptor')) {
      const key = path.find((each) => each.uri === METADATA && each.local === 'KeyDescriptor');
      if (uri === SIGNATURE && local === 'X509Certificate' && key !== undefined && key.use !== 'encryption')
        certificates.push(certificateOf(text));
      if (uri === SHIBBOLETH && local === 'Scope' && /^[a-z0-9.-]+$/i.test(text.trim())) scopes.push(text.trim().toLowerCase());
      if (uri === METADATA && local === 'IDPSSODescriptor') isDone = true;
    }
    path.pop();
  });
  parser.write(xml).close();
  if (!isDone) throw new MetadataError('没有身份提供方（IDPSSODescriptor）');
  if (entityId === '') throw new MetadataError('没有 entityID');
  if (!URL.canParse(ssoUrl) || !/^https?:$/.test(new URL(ssoUrl).protocol)) throw new MetadataError('没有 HTTP-Redirect 的登录地址');
  if (certificates.length === 0) throw new MetadataError('没有签名证书');
  return { entityId, ssoUrl, certificates: [...new Set(certificates)], scopes };
};
