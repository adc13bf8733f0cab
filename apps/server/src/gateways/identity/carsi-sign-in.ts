/**
 * CARSI, the federation of Chinese universities: SAML 2.0 with Shibboleth. This platform is a service provider; requests are sent by
 * redirect, responses are posted. Only the content of the assertion signed by the institution's own key is trusted. The protocol runs in an
 * isolated process (`saml.task.ts`), which alone loads its libraries.
 */
import { randomBytes } from 'node:crypto';
import type { IdentityGateway, MetadataSettings } from './identity-gateway.ts';
import { type CarsiPlatform, samlRequests, samlResponses } from './saml-work.ts';

export const createCarsiSignIn = (platform: CarsiPlatform): IdentityGateway<MetadataSettings> => ({
  async begin(settings, { state }) {
    const requestId = `_${randomBytes(16).toString('hex')}`;
    return { url: await samlRequests.run({ kind: 'request', platform, settings, requestId, state }), checkData: requestId };
  },
  findProfile: (settings, requestId, { samlResponse = '' }) =>
    samlResponses.run({ kind: 'response', platform, settings, requestId, response: samlResponse }),
});

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');

const requested = (name: string, friendly: string): string =>
  `<md:RequestedAttribute Name="${name}" FriendlyName="${friendly}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri" isRequired="true"/>`;

/** Returns the platform's metadata for the federation: entity id, key, response URL and the two requested attributes. */
export const carsiMetadata = ({ entityId, responseUrl, certificate, name }: CarsiPlatform): string => {
  const key = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const keyDescriptor = (use: string): string =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${key}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escaped(entityId)}"><md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keyDescriptor('signing')}${keyDescriptor('encryption')}<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(responseUrl)}" index="0" isDefault="true"/><md:AttributeConsumingService index="0"><md:ServiceName xml:lang="zh">${escaped(name)}</md:ServiceName>${requested('urn:oasis:names:tc:SAML:attribute:pairwise-id', 'pairwise-id')}${requested('urn:oid:1.3.6.1.4.1.5923.1.1.1.9', 'eduPersonScopedAffiliation')}</md:AttributeConsumingService></md:SPSSODescriptor></md:EntityDescriptor>
`;
};
